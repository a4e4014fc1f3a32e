"""The same club in browsers: `samovar serve --web`.

In the server's process:

gate.py            WebGate: keeps the web process, and answers what it asks
session.py         WebSession: one window of a browser, and the guest's process behind it
line_channel.py    the socket of terminal bytes to the web process, which may be lost and replaced
output_filter.py   removes links, titles and what else is no text from a terminal's output
terminal_modes.py  what a terminal was switched to, so that another one can be switched to the same
options.py         where the web process listens, and by which address browsers reach it

Between the two:

messages.py        the messages, with descriptors beside them

In the web process, which has neither the host key nor the club:

process.py         the process itself: it listens, and serves until the server is gone
connections.py     counts the connections of browsers, and drops those that do nothing
server_client.py   asks the server
site.py            Site: pages, forms, and the WebSocket of each window
pages.py           the pages and the files of the front end, read once
origins.py         whose requests are answered, and for which address a proxy sends them
frames.py          what a browser sends on a WebSocket, bounded before it is parsed
static/            our own pages, scripts, style and icon
"""
