# Sets up .venv for players (`sh environment.sh play`), for a server (`serve`) or for developers (`dev`).
# What pip says is kept in .venv/setup.log and shown only if it fails. A set-up that was interrupted is completed.

python=${PYTHON:-python3}
log=.venv/setup.log
# Without a network pip need not try as often as it does by itself.
export PIP_RETRIES="${PIP_RETRIES:-2}" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

give_up() {
	echo "$*" >&2
	exit 2
}

pip_install() {
	.venv/bin/python -m pip install "$@" >>$log 2>&1 && return
	if grep -qiE 'connection|connect to|timed out|name resolution|unreachable' $log; then
		give_up "Samovar is set up from the Internet, once, which cannot be reached: connect, then run make again" \
			"(what pip said is in $log)."
	fi
	cat $log >&2
	give_up "Samovar could not be set up, for the reason that pip tells above: see to that, then run make again."
}

# An environment without a pip that runs was interrupted when it was made, or its Python is gone.
.venv/bin/python -m pip --version >/dev/null 2>&1 || anew=yes
if [ $anew ]; then
	$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
		give_up "Samovar needs Python 3.11 or newer; name one with: make play PYTHON=python3.12"
	$python -c 'import ensurepip, venv' 2>/dev/null ||
		give_up "This Python lacks venv: install it (on Debian and Ubuntu: apt install python3-venv), then run make again."
fi

case $1 in
play) echo "Setting up Samovar in .venv: half a minute, once ..." ;;
serve) echo "Setting up Samovar and its server in .venv: half a minute, once ..." ;;
dev) echo "Setting up Samovar and what its tests need in .venv: a minute, once ..." ;;
esac
if [ $anew ]; then
	$python -m venv --clear .venv ||
		give_up "Samovar could not make the folder .venv, for the reason above: see to that, then run make again."
fi
: >$log
case $1 in
play) pip_install --editable . ;;
serve)
	pip_install --editable '.[serve,web]'
	touch .venv/.serve
	;;
dev)
	pip_install --requirement requirements-dev.lock
	pip_install --no-deps --no-build-isolation --editable .
	touch .venv/.dev .venv/.serve
	;;
esac
touch .venv/.play
