"""What stands between the browser and the worker that reads: it starts, watches, stops and replaces the worker."""
