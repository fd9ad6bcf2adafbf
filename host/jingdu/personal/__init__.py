"""An adjustment of the weights learned from all corrected pages, and the export and import of corrections.

``rows`` has the stored features of a corrected page and the packaged sample that an adjustment must not worsen,
``learning`` learns the adjustment (applied by `jingdu.extractors.sited`), ``exporting`` exports and imports.
"""
