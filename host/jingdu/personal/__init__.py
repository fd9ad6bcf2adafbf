"""What is learned from all corrected pages together: a small adjustment of the weights, and their export and import.

``rows`` has the stored features of a corrected page and the packaged pages that an adjustment must not worsen,
``learning`` the adjustment (applied by `jingdu.extractors.sited`), ``exporting`` the lines to share.
"""
