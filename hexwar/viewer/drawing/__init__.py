"""What everything is drawn with: where hexes lie, colours, letters, strokes, signs, outlines.

It may ask nothing: it is told hexes, points and colours, and knows neither game nor match.
"""
