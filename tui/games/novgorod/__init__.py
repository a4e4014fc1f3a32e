"""Novgorod on the screen: a chart of eight harbours, the route as a line of cards, and a ledger beside them."""
