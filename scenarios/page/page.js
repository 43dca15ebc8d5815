'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const root = document.documentElement;
  root.classList.add('js');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let printing = false;

  // ---- pictures: packed SVG whose colours are numbers of a palette with light and dark
  const unpacked = new Map();
  const unpack = (packed) => {
    if (!unpacked.has(packed)) {
      const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      unpacked.set(packed, new Response(stream).text());
    }
    return unpacked.get(packed);
  };
  const coloured = (svg, palette) => {
    const side = dark.matches && !printing ? 1 : 0;
    return svg.replace(/="«(\d+)»"/g, (_, n) => '="' + palette[+n][side] + '"');
  };

  class Player {
    constructor(figure) {
      this.run = data.runs[+figure.dataset.run];
      this.limit = +figure.dataset.limit;  // frames that are seen before the answer
      this.picture = figure.querySelector('.picture');
      this.said = figure.querySelector('[aria-live]');
      this.slider = figure.querySelector('input[type=range]');
      this.playing = 0;
      for (const button of figure.querySelectorAll('button'))
        button.addEventListener('click', () => this.act(button.dataset.act));
      this.play = figure.querySelector('[data-act=play]');
      this.slider.addEventListener('input', () => this.show(+this.slider.value));
      this.at = -1;
      this.reveal(this.limit, +figure.dataset.at);
    }
    reveal(limit, at) {
      this.limit = limit;
      this.slider.max = Math.max(limit - 1, 0);
      this.show(Math.min(at, limit - 1));
    }
    async show(at) {
      this.at = Math.max(0, Math.min(at, this.limit - 1));
      const frame = this.run.frames[this.at];
      this.slider.value = this.at;
      this.slider.setAttribute('aria-valuetext', frame.said);
      this.picture.setAttribute('aria-label', frame.said);
      this.said.textContent = frame.said;
      const drawn = this.at;
      const svg = coloured(await unpack(frame.svg), this.run.palette);
      if (drawn === this.at) this.picture.innerHTML = svg;
    }
    step(by) {
      const rounds = this.run.frames.map((f) => f.step);
      let at = this.at;
      do at += by; while (at > 0 && at < this.limit - 1 && rounds[at] === rounds[at - 1]);
      this.show(at);
    }
    stop() {
      clearInterval(this.playing);
      this.playing = 0;
      this.play.textContent = 'Play';
    }
    toggle() {
      if (this.playing) return this.stop();
      if (this.at >= this.limit - 1) this.show(0);
      this.play.textContent = 'Pause';
      this.playing = setInterval(() => this.at < this.limit - 1 ? this.show(this.at + 1) : this.stop(), 450);
    }
    act(what) {
      if (what !== 'play') this.stop();
      if (what === 'play') this.toggle();
      if (what === 'first') this.show(0);
      if (what === 'last') this.show(this.limit - 1);
      if (what === 'back') this.step(-1);
      if (what === 'on') this.step(1);
    }
  }
  const players = new Map();
  for (const figure of document.querySelectorAll('figure.player')) players.set(figure, new Player(figure));
  const redraw = () => { for (const p of players.values()) p.show(p.at); };
  dark.addEventListener('change', redraw);
  addEventListener('beforeprint', () => { printing = true; redraw(); });
  addEventListener('afterprint', () => { printing = false; redraw(); });

  // ---- the course system (SCORM 1.2)
  const findApi = () => {
    for (let w = window, i = 0; i < 12; ++i, w = w.parent) {
      if (w.API) return w.API;
      if (w.parent === w) return w.opener && w.opener.API;
    }
    return null;
  };
  const api = data.reports ? findApi() : null;
  let finished = false;
  const report = (status, right, all) => {
    if (!api || finished) return;
    api.LMSSetValue('cmi.core.score.min', '0');
    api.LMSSetValue('cmi.core.score.max', '100');
    api.LMSSetValue('cmi.core.score.raw', String(all ? Math.round(100 * right / all) : 100));
    api.LMSSetValue('cmi.core.lesson_status', status);
    api.LMSCommit('');
  };
  if (api) {
    api.LMSInitialize('');
    report('incomplete', 0, 1);
    addEventListener('pagehide', () => { if (!finished) { finished = true; api.LMSFinish(''); } });
  }

  // ---- questions
  const units = { ps: [1e-12, 1, 0], ns: [1e-9, 1, 0], us: [1e-6, 1, 0], 'µs': [1e-6, 1, 0], ms: [1e-3, 1, 0], s: [1, 1, 0], B: [1, 0, 1], kB: [1e3, 0, 1], MB: [1e6, 0, 1], GB: [1e9, 0, 1], KiB: [1024, 0, 1], MiB: [1048576, 0, 1], GiB: [1073741824, 0, 1], 'Gb/s': [1.25e8, -1, 1], 'Mb/s': [1.25e5, -1, 1], 'GB/s': [1e9, -1, 1], 'MB/s': [1e6, -1, 1] };
  const quantity = (text, unit) => {
    const m = /^([-+]?[0-9]*\.?[0-9]+(?:e[-+]?[0-9]+)?)(.*)$/i.exec(text.replace(/[\s,]/g, ''));
    if (!m) return null;
    const u = m[2] === '' ? (unit || [1, 0, 0]) : units[m[2]];
    return u ? [parseFloat(m[1]) * u[0], u[1], u[2]] : null;
  };
  const names = (text) => {
    if (text.trim() === 'none') return [];
    const all = text.split(',').flatMap((part) => {
      const m = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(part);
      if (!m || +m[2] - +m[1] > 1e5) return [part.trim()];
      return Array.from({ length: +m[2] - +m[1] + 1 }, (_, i) => String(+m[1] + i));
    });
    return [...new Set(all)].filter((n) => n !== '').sort();
  };
  const link = (text) => text.replace(/^link/, '').split('->').map((s) => s.trim()).join(' -> ');
  const same = (q, answer, given) => {
    if (q.kind === 'number') {
      const [a, s, b] = answer;
      return given[1] === s && given[2] === b && Math.abs(a - given[0]) <= q.off * (1 + 1e-9) + 1e-15 * Math.abs(a);
    }
    return JSON.stringify(answer) === JSON.stringify(given);
  };
  const normal = (q, list) => ['ranks', 'links', 'blocks'].includes(q.kind) ? [...list].sort() : list;
  const given = (q, form) => {
    if (q.kind === 'word') {
      const chosen = form.querySelector('input:checked');
      return chosen ? [chosen.value] : null;
    }
    const text = form.querySelector('input').value.trim();
    if (text === '') return null;
    switch (q.kind) {
      case 'number': return quantity(text, q.unit);
      case 'rank': return [text.replace(/^rank\s*/, '')];
      case 'block': return [text.replace(/^block\s*/, '')];
      case 'link': return [link(text)];
      case 'links': return text.split(',').map(link).sort();
      case 'order': case 'row': return text.split(',').map((s) => s.trim());
      default: return names(text.replace(/^(ranks|blocks)\s*/, ''));
    }
  };
  const pages = [...document.querySelectorAll('section.page')];
  let right = 0, asked = 0;
  const questions = document.querySelectorAll('form.ask').length;
  const done = (section, q, said, good) => {
    section.classList.add('answered');
    section.querySelector('.verdict').innerHTML = '<p class="' + (good ? 'right' : '') + '">' + said + '</p>' + q.explain;
    for (const figure of section.querySelectorAll('figure.player')) {
      const p = players.get(figure);
      p.reveal(+figure.dataset.all, +figure.dataset.then);
    }
    for (const e of section.querySelectorAll('form.ask button, form.ask input')) e.disabled = true;
    ++asked;
    report(asked === questions ? 'completed' : 'incomplete', right, questions);
  };
  for (const form of document.querySelectorAll('form.ask')) {
    const section = form.closest('section'), verdict = section.querySelector('.verdict');
    const q = JSON.parse(decodeURIComponent(escape(atob(form.dataset.question))));
    const answer = q.kind === 'number' ? q.answer : normal(q, q.answer);
    let first = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const mine = given(q, form);
      if (mine === null) { verdict.innerHTML = '<p>Please answer with ' + q.syntax + '.</p>'; return; }
      if (same(q, answer, mine)) {
        if (first) ++right;
        done(section, q, 'Yes: ' + q.text + '.', true);
        return;
      }
      first = false;
      const hint = q.hints.find((h) => same(q, q.kind === 'number' ? h.answer : normal(q, h.answer), mine));
      verdict.innerHTML = '<p class="wrong">No' + (hint ? '.</p>' + hint.text : '. Try again.</p>');
    });
    form.querySelector('.reveal').addEventListener('click', () => done(section, q, 'The answer is ' + q.text + '.', false));
  }

  // ---- one page at a time, and keys
  let at = 0;
  const open = (i, focus) => {
    at = Math.max(0, Math.min(i, pages.length - 1));
    pages.forEach((p, k) => p.classList.toggle('open', k === at));
    for (const b of document.querySelectorAll('nav button')) b.disabled = b.dataset.go === 'back' ? at === 0 : at === pages.length - 1;
    const where = document.querySelector('nav .faint');
    if (where) where.textContent = (at + 1) + ' of ' + pages.length;
    if (focus) pages[at].querySelector('h2').focus();
    if (questions === 0 && at === pages.length - 1) report('completed', 1, 1);
  };
  for (const b of document.querySelectorAll('nav button'))
    b.addEventListener('click', () => open(at + (b.dataset.go === 'back' ? -1 : 1), true));
  open(0, false);
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|BUTTON|SUMMARY|PRE)$/.test(event.target.tagName)) return;
    const act = { ' ': 'play', ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' }[event.key];
    const mine = [...pages[at].querySelectorAll('figure.player')].map((f) => players.get(f));
    if (act && mine.length) { event.preventDefault(); mine.forEach((p) => p.act(act)); }
  });
})();
