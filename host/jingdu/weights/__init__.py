"""Weights as readable JSON, with their provenance; ``jingdu.extractors.additive`` reads them."""
