// Opens pages of `orrery export --format html` in Chromium with the network off, presses keys and buttons as a reader does, and says
// what is not as it should be. Arguments: chromium, folder of the pages (run.html, lesson.html, scorm.html).
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const fs = require('node:fs');
const os = require('node:os');

const [chromium, folder] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-page-'));
const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
  '--no-first-run', `--user-data-dir=${profile}`, 'about:blank'],
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

class Tab {
  static async open(file, before) {
    const tab = new Tab();
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    ({ sessionId: tab.session } = await send('Target.attachToTarget', { targetId, flatten: true }));
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await tab.send(domain + '.enable');
    await tab.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await tab.send('Emulation.setDeviceMetricsOverride', { width: 1366, height: 768, deviceScaleFactor: 1, mobile: false });
    if (before) await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: before });
    await tab.send('Page.navigate', { url: 'file://' + path.join(folder, file) });
    await tab.until('document.readyState === "complete"');
    await pause(300);
    tab.file = file;
    return tab;
  }
  send(method, params) { return send(method, params, this.session); }
  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(expression + ': ' + exceptionDetails.text);
    return result.value;
  }
  async until(expression) {
    for (let i = 0; i < 100; ++i) { if (await this.value(expression)) return true; await pause(100); }
    return false;
  }
  async key(key, text) {
    const code = key === ' ' ? 'Space' : key;
    const windowsVirtualKeyCode = { ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, Enter: 13, Tab: 9, ' ': 32 }[key];
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text, windowsVirtualKeyCode });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode });
    await pause(150);
  }
  async type(text) { await this.send('Input.insertText', { text }); }
  async click(selector) {
    const at = await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button: 'left', clickCount: 1 });
    await pause(200);
  }
  text(selector) { return this.value(`document.querySelector(${JSON.stringify(selector)}).innerText`); }
  visible(selector) { return this.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((e) => e.offsetParent !== null).length`); }
  async noRequestsNoErrors() {
    const mine = events.filter((e) => e.sessionId === this.session);
    const asked = mine.filter((e) => e.method === 'Network.requestWillBeSent').map((e) => e.params.request.url)
      .filter((url) => url !== 'file://' + path.join(folder, this.file) && url !== 'about:blank');
    expect(this.file + ' loads nothing', asked.length === 0, asked.map((url) => url.slice(0, 80)));
    const wrong = mine.filter((e) => e.method === 'Runtime.exceptionThrown' || (e.method === 'Log.entryAdded' && e.params.entry.level === 'error'));
    expect(this.file + ' has no errors', wrong.length === 0, wrong.map((e) => JSON.stringify(e.params).slice(0, 300)));
  }
  async picture(name) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(path.join(folder, name), Buffer.from(data, 'base64'));
  }
}

const kSlider = 'section.open input[type=range]', kDrawn = 'document.querySelector("section.open .picture svg") !== null';

async function testRun() {
  const tab = await Tab.open('run.html');
  expect('the picture is there', await tab.until(kDrawn));
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
  await tab.click('section.open [data-act=play]');
  expect('it plays', await tab.until(`+document.querySelector('${kSlider}').value >= 2`));
  expect('the button says how to stop', await tab.text('section.open [data-act=play]') === 'Pause');
  await tab.click('section.open [data-act=play]');
  expect('a screen reader hears the moment', /round|µs|ns/.test(await tab.value(`document.querySelector('${kSlider}').getAttribute('aria-valuetext')`)));
  await tab.picture('run-light.png');
  const light = await fill();
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  await pause(400);
  expect('the dark has other colours', await fill() !== light);
  await tab.picture('run-dark.png');
  await tab.noRequestsNoErrors();
}

async function testLesson() {
  const tab = await Tab.open('lesson.html');
  expect('the picture is there', await tab.until(kDrawn));
  expect('one page is seen', await tab.visible('section.page') === 1);
  expect('the future is hidden', await tab.visible('section.open .future') === 0);
  await tab.picture('lesson-asked.png');
  await tab.click('section.open form input[type=text]');
  await tab.type('1us');
  await tab.key('Enter', '\r');
  expect('a misconception is hinted at', /bytes alone/.test(await tab.text('section.open .verdict')), await tab.text('section.open .verdict'));
  await tab.value("document.querySelector('section.open form input').value = ''");
  await tab.click('section.open form input[type=text]');
  await tab.type('2');
  await tab.key('Enter', '\r');
  expect('the answer is right', /Yes: 2 µs/.test(await tab.text('section.open .verdict')), await tab.text('section.open .verdict'));
  expect('what happened is shown', await tab.visible('section.open .future') > 0);
  await tab.picture('lesson-answered.png');
  await tab.click('nav [data-go=on]');
  expect('the next page is seen', /One port/.test(await tab.text('section.open h2')), await tab.text('section.open h2'));
  await tab.click('section.open .reveal');
  expect('the answer is revealed', /The answer is 6 µs/.test(await tab.text('section.open .verdict')));
  await tab.send('Emulation.setEmulatedMedia', { media: 'print' });
  expect('all pages are printed', await tab.visible('section.page') === await tab.value("document.querySelectorAll('section.page').length"));
  await tab.noRequestsNoErrors();
}

/// A course system of ours, which writes down the calls.
const kCourse = `window.calls = []; window.API = {}; for (const name of ['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish']) window.API[name] = (...a) => { window.calls.push([name, ...a]); try { sessionStorage.calls = JSON.stringify(window.calls); } catch {} return 'true'; };`;

async function testCourse() {
  const tab = await Tab.open('scorm.html', kCourse);
  await tab.until(kDrawn);
  const calls = () => tab.value('window.calls');
  expect('it begins with LMSInitialize', JSON.stringify((await calls())[0]) === '["LMSInitialize",""]', (await calls())[0]);
  const last = async (name) => (await calls()).filter((c) => c[1] === name).pop()?.[2];
  expect('it is incomplete', await last('cmi.core.lesson_status') === 'incomplete');
  const pages = await tab.value("document.querySelectorAll('section.page').length");
  for (let i = 0; i < pages; ++i) {
    if (await tab.visible('section.open .reveal') > 0) {
      if (i === 0) {
        await tab.click('section.open form input[type=text]');
        await tab.type('2us');
        await tab.key('Enter', '\r');
      } else {
        await tab.click('section.open .reveal');
      }
    }
    if (i + 1 < pages) await tab.click('nav [data-go=on]');
  }
  const questions = await tab.value("document.querySelectorAll('form.ask').length");
  expect('it is completed', await last('cmi.core.lesson_status') === 'completed');
  expect('the score is that of the first answers', await last('cmi.core.score.raw') === String(Math.round(100 / questions)), await last('cmi.core.score.raw'));
  await tab.value("window.dispatchEvent(new Event('pagehide'))");
  expect('it ends with LMSFinish', JSON.stringify((await calls()).pop()) === '["LMSFinish",""]', (await calls()).pop());
  expect('values are set between the two', (await calls()).slice(1, -1).every((c) => c[0] === 'LMSSetValue' || c[0] === 'LMSCommit'));
}

(async () => {
  try {
    for (const test of [testRun, testLesson, testCourse]) await test();
  } catch (error) {
    ++failures;
    console.error(error);
  }
  browser.kill();
  await new Promise((done) => browser.on('exit', done));
  fs.rmSync(profile, { recursive: true, force: true });
  console.log(failures === 0 ? 'the pages are fine' : failures + ' things are not so');
  process.exit(failures === 0 ? 0 : 1);
})();
