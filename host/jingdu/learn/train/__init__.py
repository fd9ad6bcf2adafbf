"""Learns the weights from labelled pages."""
