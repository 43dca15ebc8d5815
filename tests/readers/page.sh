#!/usr/bin/env bash
# Pages for browsers in a browser. Arguments: orrery, chromium; perhaps a folder that keeps the pages and pictures of them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
orrery=$1 chromium=${2:-}
if [[ ! -x $chromium ]]; then
  echo "skipped: chromium is not installed"
  exit 77
fi
work=${3:-$(mktemp -d)}
if [[ -z ${3:-} ]]; then trap 'rm -rf "$work"' EXIT; fi

"$orrery" export lessons/first-allreduce --ranks 4 -o "$work/run.html"
"$orrery" export lessons/messages-and-costs -o "$work/lesson.html"
"$orrery" export lessons/messages-and-costs --scorm -o "$work/course.zip"
python3 - "$work" <<'PYTHON'
import sys, zipfile, xml.dom.minidom
package = zipfile.ZipFile(sys.argv[1] + "/course.zip")
assert package.testzip() is None
manifest = xml.dom.minidom.parseString(package.read("imsmanifest.xml"))
href = manifest.getElementsByTagName("resource")[0].getAttribute("href")
open(sys.argv[1] + "/scorm.html", "wb").write(package.read(href))
PYTHON
node "$here/page.cjs" "$chromium" "$work"
