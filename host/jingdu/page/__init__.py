"""From the HTML of a page to its blocks and their features."""
