// Reads a trace with speedscope's own importer, without a browser, and says what it found.
//   node speedscope.cjs NODE_MODULES/speedscope TRACE.json
// The importer is a module of the bundle that npm has: it is called in place of the program's main.
const fs = require("fs"), path = require("path"), vm = require("vm");

const [packageDirectory, traceFile] = process.argv.slice(2);
const release = path.join(packageDirectory, "dist", "release");
const bundle = fs.readdirSync(release).find((name) => /^speedscope-.*\.js$/.test(name));
const source = fs.readFileSync(path.join(release, bundle), "utf8");

const call = /Importing as Trace Event Format profile"\),([\w$]+)\(/.exec(source);
const definition = source.indexOf(`function ${call[1]}(`);
const setUp = /([\w$]+)=[\w$]+\(\(\)=>\{"use strict";/g;
setUp.lastIndex = definition;
const moduleName = setUp.exec(source)[1];
const end = source.indexOf("});", setUp.lastIndex) + 3;
const program = source.slice(0, end) + `;${moduleName}();globalThis.read=${call[1]};return;` + source.slice(end);

const sandbox = { console, self: {}, window: {}, setTimeout, TextDecoder };
vm.runInNewContext(program, sandbox);
const group = sandbox.read(JSON.parse(fs.readFileSync(traceFile, "utf8")));
const slices = {};
for (const profile of group.profiles)
  profile.forEachCall((node) => {
    const kind = node.frame.name.split(" ")[0];
    slices[kind] = (slices[kind] || 0) + 1;
  }, () => {});
console.log(JSON.stringify({
  profiles: group.profiles.length,
  names: group.profiles.slice(0, 4).map((p) => p.getName()),
  slices,
  last: Math.max(...group.profiles.map((p) => p.getTotalWeight())),
}));
