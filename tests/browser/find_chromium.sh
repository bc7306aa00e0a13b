#!/bin/sh
# Makes sure that there is a Chromium or Chrome for the browser tests, and says which.
for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        echo "browser: $(command -v "$name")"
        exit 0
    fi
done
mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
if [ -x "$mac" ]; then
    echo "browser: $mac"
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing Debian's chromium for the browser tests"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "The browser tests need Chromium or Chrome: install one (for example: sudo apt-get install chromium) and run this again." >&2
exit 1
