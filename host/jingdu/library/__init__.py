"""What is kept: articles as files, their pictures, their index, their ways in and out."""
