'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const root = document.documentElement;
  root.classList.add('js');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let printing = false;
  // What the page says, in its language; values stand in the places.
  const say = (text, ...values) => values.reduce((said, value) => said.replace('{}', () => value), data.texts[text]);

  // ---- pictures: SVG of pieces that many have in common, whose colours are numbers of a palette with light and dark
  const unpack = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
  };
  const pieces = unpack(data.pieces).then((text) => text.split('\f'));
  const pictures = unpack(data.pictures).then((text) => text.split('\n'));
  const picture = async (number) => {
    const all = await pieces, steps = (await pictures)[number];
    const numbers = [];
    for (const step of steps.split(',')) numbers.push(+step + (numbers.at(-3) ?? 0));
    return numbers.map((n) => all[n]).join('\n');
  };
  const coloured = (svg, palette) => {
    const side = dark.matches && !printing ? 1 : 0;
    return svg.replace(/="«(\d+)»"/g, (_, n) => '="' + palette[+n][side] + '"');
  };

  // Where ranks, links and blocks lie, over the picture: for the mouse; the field is for keys.
  // What is chosen, right or wrong is drawn below: its dashes have gaps, in which a click would miss it.
  const target = ([kind, name, a, b, c, d], marks) => {
    const tag = { rank: 'circle', link: 'line', block: 'rect' }[kind];
    const shape = { rank: `cx="${a}" cy="${b}" r="${c}"`, link: `x1="${a}" y1="${b}" x2="${c}" y2="${d}"`, block: `x="${a}" y="${b}" width="${c}" height="${d}"` }[kind];
    const text = name.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
    const mark = marks.has(name) ? `<${tag} ${shape} class="mark ${marks.get(name)}" data-name="${text}"/>` : '';
    return mark + `<${tag} ${shape} class="target" data-name="${text}"><title>${kind} ${text}</title></${tag}>`;
  };

  // On a narrow screen the parts of a picture stand one below the other: the second is seen through a window of its own.
  const narrow = matchMedia('(max-width: 40rem)');
  let scenes = 0;
  const stacked = (svg) => {
    const found = /data-parts="([^"]*)"/.exec(svg), parts = found ? found[1].split(';') : [];
    if (!narrow.matches || printing || parts.length < 2) return svg;
    const id = 'scene-' + ++scenes;
    return svg.replace(/^\s*<svg([^>]*?)viewBox="[^"]*"([^>]*)>/, `<svg$1viewBox="${parts[0]}"$2><g id="${id}">`).replace(/<\/svg>\s*$/, '</g></svg>') +
      parts.slice(1).map((part) => `<svg viewBox="${part}"><use href="#${id}"/></svg>`).join('');
  };

  const ROUND = 900;  // ms that a round takes
  class Player {
    constructor(figure) {
      this.figure = figure;
      this.pick = figure.dataset.pick;
      this.marks = new Map();  // names that are chosen, right or wrong
      this.picture = figure.querySelector('.picture');
      this.listing = figure.querySelector('.listing');
      this.said = figure.querySelector('[aria-live]');
      this.slider = figure.querySelector('input[type=range]');
      this.playing = 0;
      for (const button of figure.querySelectorAll('button'))
        button.addEventListener('click', () => this.act(button.dataset.act));
      this.play = figure.querySelector('[data-act=play]');
      this.slider.addEventListener('input', () => { this.stop(); this.show(+this.slider.value); });
      this.picture.addEventListener('click', (event) => { if (this.chosen && event.target.dataset.name) this.chosen(event.target.dataset.name); });
      this.load(+figure.dataset.run, +figure.dataset.at);
    }
    load(run, at) {
      this.run = data.runs[run];
      this.lasts = new Map();  // pictures of each round
      for (const f of this.run.frames) this.lasts.set(f.step, (this.lasts.get(f.step) || 0) + 1);
      this.limit = this.run.frames.length;
      this.slider.max = this.limit - 1;
      this.show(at);
    }
    // What happened: it is played where the reader does not mind movement.
    reveal() {
      this.chosen = null;
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      this.load(+this.figure.dataset.then, +this.figure.dataset.from);
      if (still) this.show(this.limit - 1);
      else if (this.at < this.limit - 1) this.toggle();
    }
    async show(at, phase = 0) {
      this.at = Math.max(0, Math.min(at, this.limit - 1));
      this.phase = this.at < this.limit - 1 ? phase : 0;  // of the way to the next picture
      const frame = this.run.frames[this.at];
      this.slider.value = this.at;
      this.slider.setAttribute('aria-valuetext', frame.said);
      this.picture.setAttribute('aria-label', frame.said);
      this.said.textContent = frame.said;
      if (this.listing) this.list(frame.lines);
      const drawn = frame;
      const svg = coloured(await picture(frame.svg), this.run.palette);
      if (drawn !== this.run.frames[this.at]) return;
      const targets = this.run.targets.filter((t) => t[0] === this.pick && (this.chosen || this.marks.has(t[1])));
      this.picture.innerHTML = stacked(svg.replace(/<\/svg>\s*$/, targets.map((t) => target(t, this.marks)).join('') + '</svg>'));
      const now = this.picture.querySelector('.now');
      this.span = now ? [+now.dataset.time, +now.dataset.next] : [0, 0];
      this.balls = [...this.picture.querySelectorAll('.ball')].map((ball) => [ball, this.span[0] + +ball.dataset.from, ball.dataset.way.split(' ').map((place) => place.split(',').map(Number))]);
      this.move();
    }
    // Balls where they are at the moment, between the two places around it.
    move() {
      const [from, to] = this.span, now = from + (to - from) * this.phase;
      for (const [ball, start, way] of this.balls) {
        const t = now - start;
        const next = way.findIndex((place) => place[0] > t);
        ball.style.display = next > 0 ? '' : 'none';
        if (next <= 0) continue;
        const [a, x, y] = way[next - 1], [b, p, q] = way[next], share = (t - a) / (b - a);
        ball.setAttribute('transform', `translate(${(x + (p - x) * share).toFixed(2)} ${(y + (q - y) * share).toFixed(2)})`);
      }
    }
    list([which, first, count]) {
      const lines = this.run.listings[which].split('\n').map((line, i) => {
        const span = document.createElement('span');
        span.textContent = line + '\n';
        if (i >= first && i < first + count) span.className = 'now';
        return span;
      });
      this.listing.replaceChildren(...lines);
    }
    step(by) {
      const rounds = this.run.frames.map((f) => f.step);
      let at = this.at;
      do at += by; while (at > 0 && at < this.limit - 1 && rounds[at] === rounds[at - 1]);
      this.show(at);
    }
    stop() {
      cancelAnimationFrame(this.playing);
      this.playing = 0;
      this.play.textContent = say('Play');
    }
    toggle() {
      if (this.playing) return this.stop();
      if (this.at >= this.limit - 1) this.at = 0;
      this.play.textContent = say('Pause');
      this.before = performance.now();
      this.playing = requestAnimationFrame((now) => this.tick(now));
    }
    // Every round takes equally long.
    tick(now) {
      const lasts = ROUND / (this.lasts.get(this.run.frames[this.at].step) || 1);
      let phase = this.phase + Math.min(now - this.before, 200) / lasts, at = this.at;
      this.before = now;
      for (; phase >= 1 && at < this.limit - 1; --phase) ++at;
      if (at >= this.limit - 1) { this.stop(); this.show(at); return; }
      this.playing = requestAnimationFrame((later) => this.tick(later));
      if (at !== this.at) { this.show(at, phase); return; }
      this.phase = phase;
      if (this.balls) this.move();
    }
    // A page that begins at the start plays, unless a question comes first or the reader minds movement.
    begin() {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!still && !this.playing && this.at === 0 && !this.figure.closest('section').querySelector('form.ask')) this.toggle();
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
  narrow.addEventListener('change', redraw);
  addEventListener('beforeprint', () => { printing = true; redraw(); });
  addEventListener('afterprint', () => { printing = false; redraw(); });

  // ---- the course system (SCORM 1.2)
  const findApi = () => {
    try {
      for (let w = window, i = 0; i < 12; ++i, w = w.parent) {
        if (w.API) return w.API;
        if (w.parent === w) return (w.opener && w.opener.API) || null;
      }
    } catch (error) {
      // a frame of another site's page: it has no course system to report to
    }
    return null;
  };
  const api = data.reports ? findApi() : null;
  const begun = Date.now();
  let finished = false, earlier = '';
  // What was completed once stays so.
  const report = (status, right, all) => {
    if (!api || finished || (status === 'incomplete' && earlier === 'completed')) return;
    earlier = status;
    api.LMSSetValue('cmi.core.score.min', '0');
    api.LMSSetValue('cmi.core.score.max', '100');
    api.LMSSetValue('cmi.core.score.raw', String(all ? Math.round(100 * right / all) : 100));
    api.LMSSetValue('cmi.core.lesson_status', status);
    api.LMSCommit('');
  };
  const two = (n) => String(n).padStart(2, '0');
  const finish = () => {
    if (finished) return;
    finished = true;
    const seconds = Math.round((Date.now() - begun) / 1000);
    api.LMSSetValue('cmi.core.session_time', two(Math.floor(seconds / 3600)) + ':' + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60));
    api.LMSCommit('');
    api.LMSFinish('');
  };
  if (api) {
    api.LMSInitialize('');
    earlier = api.LMSGetValue('cmi.core.lesson_status') === 'completed' ? 'completed' : '';
    report('incomplete', 0, 1);
    addEventListener('pagehide', finish);
  }

  // ---- questions
  const units = { ps: [1e-12, 1, 0], ns: [1e-9, 1, 0], us: [1e-6, 1, 0], 'µs': [1e-6, 1, 0], ms: [1e-3, 1, 0], s: [1, 1, 0], B: [1, 0, 1], kB: [1e3, 0, 1], MB: [1e6, 0, 1], GB: [1e9, 0, 1], KiB: [1024, 0, 1], MiB: [1048576, 0, 1], GiB: [1073741824, 0, 1], 'Gb/s': [1.25e8, -1, 1], 'Mb/s': [1.25e5, -1, 1], 'GB/s': [1e9, -1, 1], 'MB/s': [1e6, -1, 1] };
  const quantity = (text, unit) => {
    const m = /^([-+]?[0-9]*\.?[0-9]+(?:e[-+]?[0-9]+)?)(.*)$/i.exec(text.replace(/\s/g, ''));
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
      case 'rank': {
        const m = /^(?:rank\s*)?(\d+)$/.exec(text);
        return m && [String(+m[1])];
      }
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
    for (const p of playersOf(section)) {
      for (const name of q.kind === 'number' ? [] : q.answer) p.marks.set(name, 'good');
      p.reveal();
    }
    for (const e of section.querySelectorAll('form.ask button, form.ask input')) e.disabled = true;
    ++asked;
    report(asked === questions ? 'completed' : 'incomplete', right, questions);
  };
  const playersOf = (section) => [...section.querySelectorAll('figure.player')].map((f) => players.get(f));
  // A click on the picture writes the name into the field, or takes it out again where several are asked for.
  const choose = (form, several, name) => {
    const field = form.querySelector('input[type=text]');
    const known = field.value.split(',').map((s) => s.trim()).filter((s) => s !== '');
    const rest = known.filter((s) => s !== name);
    field.value = !several ? name : (rest.length < known.length ? rest : [...rest, name]).join(', ');
    return new Map(field.value.split(',').map((s) => [s.trim(), 'chosen']));
  };
  for (const form of document.querySelectorAll('form.ask')) {
    const section = form.closest('section'), verdict = section.querySelector('.verdict');
    const q = JSON.parse(decodeURIComponent(escape(atob(form.dataset.question))));
    const answer = q.kind === 'number' ? q.answer : normal(q, q.answer);
    let first = true;
    for (const p of playersOf(section)) if (p.pick) {
      p.chosen = (name) => {
        const marks = choose(form, q.kind.endsWith('s'), name);
        for (const other of playersOf(section)) { other.marks = marks; other.show(other.at); }
      };
      p.show(p.at);
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const mine = given(q, form);
      if (mine === null) { verdict.innerHTML = '<p>' + say('Please answer with {}.', q.syntax) + '</p>'; return; }
      if (same(q, answer, mine)) {
        if (first) ++right;
        done(section, q, say('Right: {}.', q.text), true);
        return;
      }
      first = false;
      const hint = q.hints.find((h) => same(q, q.kind === 'number' ? h.answer : normal(q, h.answer), mine));
      for (const p of playersOf(section)) if (p.pick) {
        p.marks = new Map(mine.filter((n) => !answer.includes(n)).map((n) => [n, 'bad']));
        p.show(p.at);
      }
      verdict.innerHTML = '<p class="wrong">' + say('Not right.') + '</p>' + (hint ? hint.text : q.look);
    });
    form.querySelector('.reveal').addEventListener('click', () => done(section, q, say('The answer is {}.', q.text), false));
  }

  // ---- one page at a time, and keys
  let at = 0;
  const open = (i, focus) => {
    at = Math.max(0, Math.min(i, pages.length - 1));
    pages.forEach((p, k) => p.classList.toggle('open', k === at));
    for (const b of document.querySelectorAll('nav button')) b.disabled = b.dataset.go === 'back' ? at === 0 : at === pages.length - 1;
    const where = document.querySelector('nav .faint');
    if (where) where.textContent = say('{} of {}', at + 1, pages.length);
    if (focus) pages[at].querySelector('h2').focus();
    for (const [figure, player] of players) figure.closest('section') === pages[at] ? player.begin() : player.stop();
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
