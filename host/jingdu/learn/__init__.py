"""Learning weights from labelled pages, and measuring extractors. Never imported by the running host."""
