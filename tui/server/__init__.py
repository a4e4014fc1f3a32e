"""The server: `samovar serve` lets friends play in a club by SSH, and in browsers.

command.py           samovar serve and samovar guest NAME: the command line
ssh_server.py        SshServer: admits guests and closes; the only process with the host key
listener.py          accepts connections, and hands them to asyncssh
proxy_protocol.py    reads for whom a balancer connects
admission.py         counts connections by address: members, strangers, and those that have not signed in
auth.py              SshConnection: sign-in by public key, and the reason for a refusal
newcomers.py         who may become a member
ssh_session.py       SshSession: one channel of a connection
web/                 the same club in browsers
guest_session.py     GuestSession: what the server knows of each guest who is here
guest_processes.py   GuestProcesses: the terminal or the pipes of a guest, and the processes that have them
idle_timer.py        ends the session of a guest who has pressed no key for too long
pty_bridge.py        bytes between a channel and a guest's process, with bounded buffers
prefork/             a parent process that has loaded everything and forks a child for each guest
arrival_news.py      what a member is told on arrival
guest_process.py     a guest's process: its member, its folder, and the command it runs
allowed_commands.py  the commands that a guest may write after the host
unbuffered_input.py  lines from standard input that leave later input for the next reader
keys.py              a member's own keys
registration.py      asks a new user to confirm the registration of a name
guest_services.py    a guest's services: its limits, and the server's bots, wakeups and database
own_thinking.py      what guests by a forced command may think, counted over all their processes
confinement.py       what the system limits for a guest's process: memory, files, rights
cpu_watch.py         ends guests who use too much of the processor
hourly_quota.py      seconds that somebody may use in an hour
bot_pool.py          the bots' processes that all guests share, with a quota for each member
wakeups.py           one thread that polls the club and wakes all guests who wait
bot_player.py        plays the bots of tables without players, and reports whose turn it has become
notice_text.py       the sentences for members who are away
notifier.py          Notifier: runs the operator's program for each, and confirms what it has sent
db_proxy.py          the process with the host's connections to a PostgreSQL club
limits.py            the limits that an operator can set, in the settings file or on the command line
paths.py             the host key, the log and the folders of members
status.py            what samovar serve --status tells
log.py               the operator's log: who came, from where, what failed
"""
