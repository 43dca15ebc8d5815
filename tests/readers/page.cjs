// Opens pages of `orrery export --format html` in Chromium with the network off, presses keys and buttons as a reader does, and says
// what is not as it should be. Arguments: chromium, folder of the pages (run.html, two.html, many.html, lesson.html, ranks.html, kinds.html, listing.html,
// course.html with scorm.html in a frame), and axe-core's axe.min.js, or nothing.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const fs = require('node:fs');
const os = require('node:os');

const [chromium, folder, axe] = process.argv.slice(2);
const accessibility = axe ? fs.readFileSync(axe, 'utf8') : null;
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-page-'));
const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
  '--no-first-run', '--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding', '--allow-file-access-from-files', `--user-data-dir=${profile}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

let next = 1, rest = '';
const waiting = new Map(), events = [];
browser.stdio[4].on('data', (chunk) => {
  const parts = (rest + chunk).split('\0');
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (message.id) waiting.get(message.id)(message); else events.push(message);
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((done, fail) => {
  waiting.set(next, (m) => m.error ? fail(new Error(method + ': ' + m.error.message)) : done(m.result));
  browser.stdio[3].write(JSON.stringify({ id: next++, method, params, sessionId }) + '\0');
});
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let failures = 0;
const expect = (what, good, got) => {
  if (good) return;
  ++failures;
  console.error('not so: ' + what + (got === undefined ? '' : ' (' + JSON.stringify(got) + ')'));
};

/// In a page: counts what is being unpacked, and does not count it any more when what waits for it has gone on.
const kCountUnpacking = `{
  const text = Response.prototype.text;
  window.unpacking = 0;
  Response.prototype.text = function () {
    ++window.unpacking;
    return text.call(this).finally(() => setTimeout(() => --window.unpacking, 0));
  };
}`;

class Tab {
  /// `moves`: the reader does not mind movement, so that a page plays when it is opened.
  static async open(file, before, moves = false) {
    const tab = new Tab();
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    ({ sessionId: tab.session } = await send('Target.attachToTarget', { targetId, flatten: true }));
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await tab.send(domain + '.enable');
    await tab.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await tab.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await tab.send('Emulation.setDeviceMetricsOverride', { width: 1366, height: 768, deviceScaleFactor: 1, mobile: false });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: kCountUnpacking });
    if (!moves) await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    if (before) await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: before });
    await tab.send('Page.navigate', { url: 'file://' + path.join(folder, file) });
    await tab.until('document.readyState === "complete"');
    tab.file = file;
    await tab.send('Page.bringToFront');
    if (!moves) await tab.settle();
    return tab;
  }
  send(method, params) { return send(method, params, this.session); }
  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(expression + ': ' + exceptionDetails.text);
    return result.value;
  }
  async until(expression) {
    for (let i = 0; i < 12000; ++i) { if (await this.value(expression)) return true; await pause(25); }
    return false;
  }
  /// Until nothing is being unpacked and the page has been as it is for a while.
  settle() {
    return this.value(`new Promise((done) => {
      const again = () => { clearTimeout(calm); calm = setTimeout(end, 60); };
      const watch = new MutationObserver(again);
      const end = () => { if (window.unpacking > 0) return again(); watch.disconnect(); done(true); };
      let calm = setTimeout(end, 60);
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    })`);
  }
  async key(key, text) {
    const code = key === ' ' ? 'Space' : key;
    const windowsVirtualKeyCode = { ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, Enter: 13, Tab: 9, ' ': 32 }[key];
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text, windowsVirtualKeyCode });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode });
    await this.settle();
  }
  async type(text) { await this.send('Input.insertText', { text }); }
  async click(selector) {
    const at = await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button: 'left', clickCount: 1 });
    await this.settle();
  }
  text(selector) { return this.value(`document.querySelector(${JSON.stringify(selector)}).innerText`); }
  visible(selector) { return this.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((e) => e.offsetParent !== null).length`); }
  async noRequestsNoErrors(...frames) {
    const ours = [this.file, ...frames].map((file) => 'file://' + path.join(folder, file));
    const mine = events.filter((e) => e.sessionId === this.session);
    const asked = mine.filter((e) => e.method === 'Network.requestWillBeSent').map((e) => e.params.request.url)
      .filter((url) => !ours.includes(url) && url !== 'about:blank' && !url.startsWith('data:'));
    expect(this.file + ' loads nothing', asked.length === 0, asked.map((url) => url.slice(0, 80)));
    const wrong = mine.filter((e) => e.method === 'Runtime.exceptionThrown' || (e.method === 'Log.entryAdded' && e.params.entry.level === 'error'));
    expect(this.file + ' has no errors', wrong.length === 0, wrong.map((e) => JSON.stringify(e.params).slice(0, 300)));
  }
  /// What axe-core finds wrong with the page as it is, in the light and in the dark.
  async accessible(state) {
    if (!accessibility) return;
    await this.value(accessibility + '; 0');
    for (const scheme of ['light', 'dark']) {
      await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await this.settle();
      const wrong = await this.value('axe.run(document).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.length + " x " + v.nodes[0].html.slice(0, 160)))');
      expect(`${this.file}, ${state}, ${scheme}: accessible`, wrong.length === 0, wrong);
    }
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] });
    await this.settle();
  }
  async picture(name) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(path.join(folder, name), Buffer.from(data, 'base64'));
  }
}

const kSlider = 'section.open input[type=range]', kDrawn = 'document.querySelector("section.open .picture svg") !== null';

/// It plays from its start as soon as it is open; balls move from one picture of the screen to the next.
async function testMoving() {
  const tab = await Tab.open('run.html', undefined, true);
  await tab.until('document.querySelector("section.open .ball") !== null');
  expect('it plays when it is opened', await tab.text('section.open [data-act=play]') === 'Pause');
  expect('from the start', await tab.value(`+document.querySelector('${kSlider}').value < +document.querySelector('${kSlider}').max / 2`));
  const [places, frames] = await tab.value(`new Promise((done) => {
    const places = new Set();
    let frames = 0;
    const look = () => {
      const ball = [...document.querySelectorAll('section.open .ball')].find((b) => b.style.display !== 'none');
      if (ball) places.add(ball.getAttribute('transform'));
      ++frames < 12 ? requestAnimationFrame(look) : done([places.size, frames]);
    };
    requestAnimationFrame(look);
  })`);
  expect('balls move with nearly every picture of the screen', places > 0.6 * frames, [places, frames]);
  expect('it comes to its end', await tab.until(`document.querySelector('${kSlider}').value === document.querySelector('${kSlider}').max && document.querySelector('section.open [data-act=play]').innerText === 'Play'`));
  await tab.noRequestsNoErrors();
}

/// A phone: one column.
async function testPhone() {
  const tab = await Tab.open('run.html');
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
  expect('parts stand one below the other', await tab.until('document.querySelector("section.open .picture").children.length === 2'));
  expect('nothing is wider than the screen', await tab.value('document.documentElement.scrollWidth <= 390'), await tab.value('document.documentElement.scrollWidth'));
  await tab.picture('run-phone.png');
  await tab.noRequestsNoErrors();
}

async function testRun() {
  const tab = await Tab.open('run.html');
  expect('the picture is there', await tab.until(kDrawn));
  expect('it opens at its start', await tab.value(`+document.querySelector('${kSlider}').value`) === 0);
  const slider = () => tab.value(`+document.querySelector('${kSlider}').value`);
  const last = await tab.value(`+document.querySelector('${kSlider}').max`);
  const fill = () => tab.value('document.querySelector("section.open .picture svg").innerHTML.length + document.querySelector("section.open .picture svg").innerHTML.slice(-3000)');
  await tab.key('Home');
  expect('Home goes to the start', await slider() === 0, await slider());
  const before = await fill();
  await tab.key('ArrowRight');
  const first = await slider();
  expect('the arrow goes on', first > 0, first);
  expect('the picture changes', await fill() !== before);
  await tab.key('ArrowRight');
  const second = await slider();
  expect('the arrow goes a round on', second > first, second);
  await tab.key('ArrowLeft');
  expect('and back', await slider() === first, [await slider(), first]);
  await tab.key('End');
  expect('End goes to the end', await slider() === last, [await slider(), last]);
  await tab.click('section.open [data-act=first]');
  await tab.value(`document.querySelector('section.open [data-act=play]').click()`);  // it does not settle
  expect('it plays', await tab.until(`+document.querySelector('${kSlider}').value >= 2`));
  expect('the button says how to stop', await tab.text('section.open [data-act=play]') === 'Pause');
  await tab.click('section.open [data-act=play]');
  expect('a screen reader hears the moment', /round|µs|ns/.test(await tab.value(`document.querySelector('${kSlider}').getAttribute('aria-valuetext')`)));
  await tab.picture('run-light.png');
  const light = await fill();
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  let dark = light;
  for (let i = 0; i < 100 && dark === light; ++i) {  // the page learns of it some time later
    await tab.settle();
    dark = await fill();
  }
  expect('the dark has other colours', dark !== light);
  await tab.picture('run-dark.png');
  await tab.accessible('at the end');
  await tab.noRequestsNoErrors();
}

async function testLesson() {
  const tab = await Tab.open('lesson.html');
  expect('the picture is there', await tab.until(kDrawn));
  expect('one page is seen', await tab.visible('section.page') === 1);
  expect('the future is hidden', await tab.visible('section.open .future') === 0);
  await tab.picture('lesson-asked.png');
  await tab.accessible('asked');
  await tab.click('section.open form input[type=text]');
  await tab.type('1us');
  await tab.key('Enter', '\r');
  expect('a misconception is hinted at', /bytes alone/.test(await tab.text('section.open .verdict')), await tab.text('section.open .verdict'));
  await tab.value("document.querySelector('section.open form input').value = ''");
  await tab.click('section.open form input[type=text]');
  await tab.type('2');
  await tab.key('Enter', '\r');
  expect('the answer is right', /Right: 2 µs/.test(await tab.text('section.open .verdict')), await tab.text('section.open .verdict'));
  expect('what happened is shown', await tab.visible('section.open .future') > 0);
  await tab.picture('lesson-answered.png');
  await tab.accessible('answered');
  await tab.click('nav [data-go=on]');
  expect('the next page is seen', /One port/.test(await tab.text('section.open h2')), await tab.text('section.open h2'));
  await tab.click('section.open .reveal');
  expect('the answer is revealed', /The answer is 6 µs/.test(await tab.text('section.open .verdict')));
  await tab.send('Emulation.setEmulatedMedia', { media: 'print' });
  expect('all pages are printed', await tab.visible('section.page') === await tab.value("document.querySelectorAll('section.page').length"));
  expect('so are their questions', await tab.visible('form.ask legend') === await tab.value("document.querySelectorAll('form.ask').length"));
  expect('and what they are answered with, as the things that are to be put in order', await tab.visible('form.ask .faint') === await tab.value("document.querySelectorAll('form.ask .faint').length"));
  expect('with room for the answer, and without buttons', await tab.visible('form.ask input') > 0 && await tab.visible('form.ask button') === 0);
  await tab.noRequestsNoErrors();
}

/// How many of the targets over the picture are marked so.
const marked = (tab, mark) => tab.value(`[...document.querySelectorAll('section.open .mark.${mark}')].map((e) => e.dataset.name)`);
const clickTarget = (tab, name) => tab.click(`section.open .target[data-name="${name}"]`);
/// Goes to the first page whose question is of a kind.
async function toQuestion(tab, kind) {
  const asks = () => tab.value(`(() => { const f = document.querySelector('section.open form.ask'); return f ? JSON.parse(decodeURIComponent(escape(atob(f.dataset.question)))) : null; })()`);
  for (let i = 0; i < 12; ++i) {
    const question = await asks();
    if (question && question.kind === kind) return question;
    await tab.click('nav [data-go=on]');
  }
  throw new Error('no question of kind ' + kind);
}

/// Ranks, links or blocks are pointed at in the picture of a page that asks for them.
async function testPointing(file, kind) {
  const tab = await Tab.open(file);
  await tab.until(kDrawn);
  const question = await toQuestion(tab, kind);
  await tab.until("document.querySelectorAll('section.open .target').length > 0");
  const several = kind.endsWith('s'), about = (what) => `${kind}: ${what}`;
  const field = () => tab.value("document.querySelector('section.open form.ask input[type=text]').value");
  const names = await tab.value("[...document.querySelectorAll('section.open .target')].map((e) => e.dataset.name)");
  expect(about('everything can be pointed at'), new Set(names).size >= 4, names);
  const wrong = names.find((n) => !question.answer.includes(n)), right = question.answer;
  await clickTarget(tab, wrong);
  expect(about('a click names it'), await field() === wrong, await field());
  expect(about('what is chosen is marked'), (await marked(tab, 'chosen')).includes(wrong));
  await tab.click('section.open form.ask button[type=submit]');
  expect(about('a wrong one is marked'), (await marked(tab, 'bad')).includes(wrong), await marked(tab, 'bad'));
  if (several) {
    await clickTarget(tab, wrong);
    expect(about('a second click takes it out again'), await field() === '', await field());
  }
  for (const name of right) await clickTarget(tab, name);
  await tab.picture(kind + '-chosen.png');
  await tab.click('section.open form.ask button[type=submit]');
  expect(about('the clicks are the answer'), /^Right/.test(await tab.text('section.open .verdict')), await tab.text('section.open .verdict'));
  expect(about('the right ones are marked'), JSON.stringify([...new Set(await marked(tab, 'good'))].sort()) === JSON.stringify([...right].sort()), await marked(tab, 'good'));
  expect(about('the picture moves on'), await tab.until(`+document.querySelector('${kSlider}').value === +document.querySelector('${kSlider}').max`));
  await tab.picture(kind + '-answered.png');
  await tab.noRequestsNoErrors();
}

/// Two runs side by side.
async function testTwo() {
  const two = await Tab.open('two.html');
  await two.until(kDrawn);
  expect('there are two pictures, and two of the paths', await two.visible('section.open .picture svg') === 4);
  await two.accessible('compared');
  await two.picture('two.png');
  await two.noRequestsNoErrors();
}

/// A page that shows the algorithm's listing.
async function testListing() {
  const listing = await Tab.open('listing.html');
  await listing.until(kDrawn);
  const lines = () => listing.value("[...document.querySelectorAll('section.open .listing .now')].map((e) => e.textContent).join('')");
  await listing.key('Home');
  await listing.key('ArrowRight');
  const first = await lines();
  expect('the lines of the round are marked', first.length > 0, first);
  await listing.accessible('with a listing');
  await listing.picture('listing.png');
  await listing.noRequestsNoErrors();
}

/// In a course system: the package in a frame of its page.
async function course(before, play) {
  const tab = await Tab.open('course.html', before + fs.readFileSync(path.join(__dirname, 'scorm_runtime.js'), 'utf8'));
  const frame = 'document.querySelector("iframe").contentWindow';
  await tab.until(`${frame}.document.querySelector('section.open .picture svg') !== null`);
  const inFrame = (code) => tab.value(`((window, document) => (${code}))(${frame}, ${frame}.document)`);
  await play(inFrame, () => tab.value('course'));
  await inFrame("window.dispatchEvent(new Event('pagehide')), window.dispatchEvent(new Event('pagehide'))");
  const { calls, faults, state, values } = await tab.value('course');
  expect('every call comes at its time, with a value that there is', faults.length === 0, faults);
  expect('it begins with LMSInitialize', JSON.stringify(calls[0]) === '["LMSInitialize",""]', calls[0]);
  expect('it ends with LMSFinish, once', state === 'finished' && calls.filter((c) => c[0] === 'LMSFinish').length === 1, calls.slice(-3));
  await tab.noRequestsNoErrors('scorm.html');
  return values;
}

async function answerAll(run, values) {
  expect('it is incomplete', (await values()).values['cmi.core.lesson_status'] === 'incomplete');
  const pages = await run("document.querySelectorAll('section.page').length");
  for (let i = 0; i < pages; ++i) {
    if (i === 0) await run("document.querySelector('section.open form input').value = '2us', document.querySelector('section.open form [type=submit]').click()");
    else await run("document.querySelector('section.open .reveal')?.click()");
    await run("document.querySelector('nav [data-go=on]').click()");
  }
}

async function testCourse() {
  const values = await course('', answerAll);
  const questions = fs.readFileSync(path.join(folder, 'scorm.html'), 'utf8').split('<form class="ask"').length - 1;
  expect('it is completed', values['cmi.core.lesson_status'] === 'completed', values);
  expect('the score is that of the first answers', values['cmi.core.score.raw'] === String(Math.round(100 / questions)), values);
  const again = await course("window.earlierValues = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '75' };", async () => {});
  expect('what was completed stays so', again['cmi.core.lesson_status'] === 'completed' && again['cmi.core.score.raw'] === '75', again);
}

/// A table of many blocks is a picture within the page.
async function testMany() {
  const tab = await Tab.open('many.html');
  await tab.until(kDrawn);
  expect('the blocks are a picture', await tab.value("document.querySelectorAll('svg image').length") === 1);
  await tab.noRequestsNoErrors();
}

(async () => {
  try {
    // Browsers draw only the tab in front with each picture of the screen: one page at a time.
    for (const test of [testMoving, testPhone, testRun, testLesson, testTwo, testMany, testListing, testCourse]) await test();
    await testPointing('ranks.html', 'ranks');
    for (const kind of ['link', 'links', 'block', 'blocks']) await testPointing('kinds.html', kind);
  } catch (error) {
    ++failures;
    console.error(error);
  }
  const ended = new Promise((done) => browser.on('exit', done));
  await send('Browser.close').catch(() => browser.kill());
  await ended;
  // Processes of the browser may still write to the profile after the first one has ended.
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  if (!accessibility) console.log('skipped: accessibility (axe-core is not installed: npm install --global axe-core)');
  console.log(failures === 0 ? 'the pages are fine' : failures + ' things are not so');
  process.exit(failures === 0 ? 0 : 1);
})();
