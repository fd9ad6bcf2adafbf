"""Learns an adjustment of the weights from all corrected pages, and exports and imports corrections.

``rows`` has the stored features of a corrected page, and the packaged sample that an adjustment must not make worse.
``learning`` learns the adjustment, which `jingdu.extractors.sited` applies; ``background`` runs it while the host is
idle. ``exporting`` exports and imports.
"""
