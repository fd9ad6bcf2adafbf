"""What is learned from all corrected pages together: a small adjustment of the weights, and their export and import.

``rows`` has the stored features of a corrected page, ``learning`` the adjustment (applied by
`jingdu.extractors.sited`), ``sample`` the packaged pages that it must not worsen, ``exporting`` the lines to share.
"""
