"use strict";
(() => {
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("abrlab-data").textContent);
  const form = document.getElementById("filters");
  const themeButton = document.getElementById("theme");
  const moreButton = document.getElementById("more");
  const configurations = form.querySelectorAll("input[name=configuration]");

  // Columns become rows once; rows of a configuration get its name.
  const rows = {};
  for (const [name, columns] of Object.entries(data.datasets)) {
    const keys = Object.keys(columns);
    rows[name] = (columns[keys[0]] ?? []).map((_, index) => {
      const row = Object.fromEntries(keys.map((key) => [key, columns[key][index]]));
      if ("c" in row) row.policy = data.configurations[row.c].short;
      return row;
    });
  }

  // What the reader has chosen: a family of traces, empty for all, and the indices of configurations.
  function selection() {
    const boxes = [...configurations].filter((box) => box.checked);
    return { family: form.elements.family.value, shown: new Set(boxes.map((box) => Number(box.value))) };
  }

  // Words: the finding, three numbers and the tables. All that is said is a phrase of Swift.

  const { phrases } = data;
  const list = (names) =>
    names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + phrases.and + names.at(-1);

  // A phrase with its values, as Phrase.swift fills it; null where a value is missing.
  function fill(phrase, values) {
    let isWhole = true;
    const text = phrase.replace(/\[([^\]]*)\]|\{([^|}]*)(?:\|([^|]*)\|([^}]*))?\}/g, (_, optional, name, one, many) => {
      if (optional) return fill(optional, values) ?? "";
      const value = values[name] ?? null;
      isWhole &&= value !== null;
      if (one) return value === 1 || [value].flat().length === 1 && typeof value !== "number" ? one : many;
      return list([value].flat());
    });
    return isWhole ? text : null;
  }

  // The first of the alternatives that has its values.
  const say = (alternatives, values = {}) =>
    alternatives.map((phrase) => fill(phrase, values)).find((text) => text !== null);

  // MetricDefinition.judged; of feeds neither starts nor stalls are counted.
  const differing = ["unstarted_share", "failed_share", "wait_ratio", "rebuffer_ratio", "rebuffer_count_per_h", "bytes_wasted_per_h", "mean_bitrate_bps"];

  // RunVerdict.values of what is chosen of one viewer.
  function valuesOf({ lead, pairs, few }, chosen) {
    // RunVerdict.spoken.
    const shown = chosen.filter((side) => side[lead]);
    const bitrate = (side) => side.mean_bitrate_bps?.value ?? 0;
    const middle = shown.map(bitrate).sort((one, other) => one - other)[Math.floor(shown.length / 2)];
    const isSpoken = (side) => shown.length <= 2 || bitrate(side) >= data.least_share * middle;
    const sides = shown.filter(isSpoken);
    const has = (metric) => sides.some((side) => side[metric]);
    if (!has("rebuffer_ratio") || !has("bytes_wasted_per_h")) return {};

    const between = (better, other, metric) => pairs[`${better.c}-${other.c}`]?.[metric] ?? {};
    const relation = (own, other, metric) => {
      if (!own[metric] || !other[metric]) return undefined;
      if (own[metric].rank === other[metric].rank) return "equal";
      const isBetter = own[metric].rank < other[metric].rank;
      const { tied } = isBetter ? between(own, other, metric) : between(other, own, metric);
      return tied !== undefined ? "tied" : isBetter ? "better" : "worse";
    };
    const ranked = (all, metric) => all.filter((side) => side[metric]).sort((one, other) => one[metric].place - other[metric].place);
    const deciders = differing.filter((metric) => metric === lead || !metric.endsWith("_ratio")).filter(has);
    const relations = (other, own) => deciders.map((metric) => relation(other, own, metric));
    const differ = (own, other) => relations(own, other).some((relation) => relation === "better" || relation === "worse");
    const first = (differences) => differences.find((difference) => difference) ?? 0;
    const best = (all) => {
      for (const metric of deciders) {
        all = ranked(all, metric);
        const worse = all.findIndex((side) => relation(side, all[0], metric) === "worse");
        if (worse > 0) all = all.slice(0, worse);
      }
      const [top] = all.sort((one, other) => first(deciders.map((metric) => one[metric].rank - other[metric].rank)));
      return all.filter((side) => !differ(side, top)).sort((one, other) => one.c - other.c)[0];
    };
    // RunVerdict.front and chosen.
    const whole = sides.filter((side) => deciders.every((metric) => side[metric]));
    const isAhead = (other, own) => deciders.every((metric) => other[metric].rank <= own[metric].rank)
      && deciders.some((metric) => other[metric].rank < own[metric].rank);
    const front = whole.filter((own) => !whole.some((other) => isAhead(other, own)));
    const beats = (other, own) => relations(other, own).includes("better") && !relations(other, own).includes("worse");
    let rest = front;
    let own = best(rest);
    while (own && whole.some((other) => beats(other, own))) {
      rest = rest.filter((side) => side !== own);
      own = best(rest);
    }
    own ??= best(front);
    if (!own) return {};
    // RunVerdict.reference.
    const other = sides.find((side) => side !== own);
    const reference = other === sides[0] && differ(own, other) ? other : best(whole.filter((side) => side !== own && differ(own, side))) ?? other;

    const names = (some) => (some.length ? some.map(({ name }) => name) : null);
    const isAlone = sides.length === 1;
    // RunVerdict.tradeOff.
    const alikeIn = (own) => (other) => deciders.every((metric) => other[metric].rank === own[metric].rank);
    const apart = front.filter((own) => front.find(alikeIn(own)) === own);
    const isTradeOff = sides.length >= data.many && apart.length > 1 && apart.length < sides.length;
    // RunVerdict.isTradeOffInStalls.
    const ordered = ranked(apart, lead);
    const isLine = ordered.slice(1).every((side, index) => ordered[index][lead].rank < side[lead].rank
      && ordered[index].mean_bitrate_bps?.rank > side.mean_bitrate_bps?.rank);
    const values = {
      own: own.name, reference: reference?.name, alone: isAlone ? own.name : null, few: isAlone ? null : few,
      silent: names(chosen.filter((side) => !side[lead])), trivial: names(shown.filter((side) => !isSpoken(side))),
      [`${lead}.front`]: isTradeOff ? names(apart) : null, marked: isTradeOff ? apart.map(({ c }) => c) : [], isLine,
      [`${lead}.unchanged`]: isAlone || sides.some((side) => differ(side, sides[0])) ? null : sides[0].name,
    };
    // RunVerdict.startups.
    const started = sides.filter(({ startup }) => startup).sort((one, other) => one.startup.value - other.startup.value);
    for (const [key, end] of [["first", started[0]], ["last", started.at(-1)]]) {
      if (started.length === 0 || started[0].startup.shown === started.at(-1).startup.shown) break;
      const alike = sides.filter(({ startup }) => startup?.shown === end.startup.shown);
      values[`startup.${key}`] = names(alike);
      values[`startup.${key}Value`] = end.startup.shown;
    }
    for (const metric of Object.keys(own)) {
      if (!own[metric].text) continue;
      // RunVerdict.judged.
      if (metric === "failed_share" && !chosen.some((side) => side[metric]?.value > 0)) continue;
      const all = ranked(sides, metric);
      const equals = (side) => all.filter((other) => relation(other, side, metric) === "equal");
      const alike = (side) => equals(side).filter((other) => other[metric].seen === side[metric].seen);
      const better = all.filter((side) => relation(side, own, metric) === "better");
      const lowest = (side) => [...equals(side).filter((other) => other[metric].seen !== side[metric].seen), side]
        .sort((one, other) => one[metric].value - other[metric].value)[0];
      const head = lowest(better[0] ?? all[0]);
      const isLeast = equals(all[0]).includes(head) ? "" : null;
      const span = (some) => some.every((side) => side[metric].text === some[0][metric].text) ? some[0][metric].text
        : ranged([...some].sort((one, other) => one[metric].value - other[metric].value), metric);
      const set = (some) => Object.entries(some).forEach(([key, value]) => { values[`${metric}.${key}`] = value; });
      values[metric] = own[metric].text;
      set({ own: own.name });
      // Waste is said with its share of all bytes.
      const isWaste = metric === "bytes_wasted_per_h";
      if (isWaste) set({ ratio: own.waste_ratio?.text, rivalRatio: head.waste_ratio?.text });
      const withShare = (side) => side[metric].text + (isWaste && side.waste_ratio ? ` (${side.waste_ratio.text})` : "");
      const against = reference?.[metric] ? reference : null;
      const standing = against && relation(own, against, metric);
      if (against) set({ ...between(own, against, metric), ...between(against, own, metric), [standing]: "" });
      if (standing === "tied") set({ between: span([own, against]) });
      if (standing === "better" || standing === "worse") set({ differs: "", reference: against[metric].text });
      if (!better.length && !all.some((side) => relation(side, own, metric) === "worse")) {
        const isShownSame = all.every((side) => side[metric].seen === head[metric].seen);
        const among = all.length > 2 ? own.name : null;
        if (all.length > 1 && equals(own).length === all.length) set({ same: "", all: span(all), negligible: isShownSame ? null : "", among });
        else if (all.length > 1) set({ unsure: "", range: span(all), among });
      } else if (against && better.length && equals(head).includes(against)) {
        set({ rivals: names(equals(head)), rival: span(equals(head)), isLeast });
      } else if (against && !better.length && standing === "better" && lowest(own) === own) {
        const isAmong = equals(head).includes(own);
        const close = all.filter((side) => relation(own, side, metric) === "tied");
        set({
          close: names(close), closeValue: close.length ? span(close) : null,
          others: names(alike(own).filter((side) => side !== own)), least: isAmong ? null : head[metric].text,
          leastName: isAmong ? null : head.name, next: against.name, nextValue: withShare(against),
        });
      } else if (against) {
        const most = better.length ? alike(head) : [];
        const key = isLeast === null ? "ahead" : "most";
        set({ apart: "", [key]: names(most), [`${key}Value`]: most.length ? head[metric].text : null });
        if (standing === "equal") set({ as: names(alike(own).filter((side) => side !== own)) });
        else set({ against: against.name, againstValue: withShare(against) });
      }
      const worst = all.at(-1);
      if (against && relation(worst, own, metric) === "worse" && !equals(worst).includes(against)) {
        set({ worst: names(alike(worst)), worstValue: worst[metric].text });
      }
    }
    return values;
  }

  // MeasureText.range: the first number without its unit.
  const ranged = (sorted, metric) => `${sorted[0][metric].text.split(" ")[0]} to ${sorted.at(-1)[metric].text}`;

  // ViewerVerdicts of what is chosen.
  let marks = new Map();
  function verdict({ family, shown }) {
    const groups = (data.verdicts[family] ?? []).map((part) => {
      const sides = part.sides.filter(({ c }) => shown.has(c));
      return { viewer: part.viewer, lead: part.lead, count: sides.length, values: valuesOf(part, sides) };
    }).filter(({ count }) => count);
    // ReportVerdict.tradeOff.
    marks = new Map(groups.flatMap(({ values }, number) => (values.marked ?? [])
      .map((c) => [c, { front: number, line: values.isLine ? number : null }])));
    if (!groups.length) {
      const headline = shown.size ? say(phrases.unshared, { family: family || null }) : say(phrases.unchosen);
      return { headline, sentences: [], numbers: [] };
    }
    const isOne = groups.length === 1;
    const sentences = groups.flatMap(({ viewer, values }) => phrases.sentences.map((own) => say(own, values))
      .filter((text) => text).map((text) => isOne ? text : `${viewer}: ${text}`));
    // ViewerVerdicts.numbers.
    const byRank = (one, other) => one.rank - other.rank;
    const numbers = groups.flatMap(({ viewer, lead, values }) => phrases.numbers[lead].map((number) => ({
      label: say(number.label, values) + (isOne ? "" : `, ${viewer}`), value: say(number.value, values),
      note: say(number.notes, values), rank: [...number.order, ""].findIndex((phrase) => fill(phrase, values) !== null),
    })).filter(({ value }) => value).sort(byRank).slice(0, isOne ? 3 : 1)).sort(byRank).slice(0, 3);
    const headline = isOne ? say(phrases.headline, groups[0].values) : say(phrases.viewers, viewerValues(groups));
    return { headline, sentences, numbers };
  }

  function viewerValues(groups) {
    const viewers = (some) => (some.length ? some.map(({ viewer }) => viewer) : null);
    const judged = groups.filter(({ count }) => count > 1);
    const differs = ({ values }) => Object.keys(values).some((key) => key.endsWith(".better") && differing.includes(key.split(".")[0]));
    const named = judged.filter(differs);
    const [first] = named;
    if (!first) {
      const [lead, other] = new Set(judged.map((group) => group.lead));
      const isUnsure = judged.some((group) => `${group.lead}.unsure` in group.values);
      return {
        [`${other ? "mixed" : lead}.${isUnsure ? "unsure" : "alike"}`]: "",
        viewers: judged.length === groups.length ? phrases.everyViewer : viewers(judged),
      };
    }
    const others = named.filter(({ values }) => values.own !== first.values.own);
    const findings = others.map(({ viewer, values }) => `${viewer} ${say(phrases.headline, values)}`);
    return {
      viewer: first.viewer, finding: say(phrases.headline, first.values), own: first.values.own,
      same: viewers(named.slice(1).filter((group) => !others.includes(group))), others: findings.join("; with ") || null,
      alike: viewers(judged.filter((group) => !differs(group))),
    };
  }

  function element(tag, text, className = "") {
    return Object.assign(document.createElement(tag), { textContent: text, className });
  }

  function write(choice) {
    const played = !data.configurations.length || [...document.querySelectorAll("#summary ~ .scroll tr[data-c]")].some((row) => isChosen(row, choice));
    document.getElementById("nothing").hidden = played;
    root.classList.toggle("nothing", !played);
    if (data.counts) count(choice);
    caption(choice);
    if (data.verdicts) writeVerdict(choice);
    const facts = document.getElementById("facts").textContent;
    document.title = `${document.getElementById("headline").textContent} · ${facts} · ABRLab`;
  }

  function writeVerdict(choice) {
    const { headline, sentences, numbers } = verdict(choice);
    const place = choice.family && sentences.length ? say(phrases.family, choice) : "";
    document.getElementById("headline").textContent = headline + place;
    document.getElementById("verdict").replaceChildren(...sentences.map((text) => element("p", text)));
    writeNumbers("numbers", numbers);
  }

  // Big numbers with what they are and what they are to be held against.
  function writeNumbers(id, numbers) {
    document.getElementById(id).replaceChildren(...numbers.map(({ label, value, note }) => {
      const entry = document.createElement("div");
      entry.append(element("dt", label), element("dd", value), element("dd", note, "quiet"));
      return entry;
    }));
  }

  // How many traces and sessions are chosen, below the heading.
  function count({ family, shown }) {
    const parts = Object.entries(data.counts).filter(([name]) => !family || name === family).map(([, part]) => part);
    const sum = (numbers) => numbers.reduce((all, own) => all + own, 0);
    const sessions = (key) => sum(parts.flatMap((part) => part[key].filter((_, index) => shown.has(index))));
    const show = (kind, part, all, of = {}) => {
      document.getElementById(`fact-${kind}`).textContent =
        say(phrases[kind], { part: part === all ? null : part, all, ...of });
    };
    const traces = (key) => sum(parts.map((part) => part[key]));
    show("traces", traces("traces"), traces("all_traces"),
      { family: family || null, families: parts.length > 1 ? parts.length : null });
    show("sessions", sessions("sessions"), sessions("all_sessions"));
  }

  // What captions say of the choice: curves that lie on one another, and what is compared with and not shown.
  function caption({ family, shown }) {
    const name = (index) => data.configurations[index].label;
    for (const chart of data.charts) {
      const place = document.getElementById("of-" + chart.id);
      if (!place) continue;
      const alike = (chart.alike[family] ?? []).map((group) => group.filter((index) => shown.has(index)))
        .filter((group) => group.length > 1)
        // Labels may have commas.
        .map((group) => say(phrases.alike, { names: group.map(name).join("; ") }));
      const hidden = chart.references.filter((index) => !shown.has(index)).map(name);
      place.textContent = alike.join("") + (hidden.length ? say(phrases.hidden, { names: hidden.join("; ") }) : "");
    }
  }

  // Rows of tables are of a part of the traces, pictures of single sessions of one trace.
  function isChosen({ dataset }, { family, shown }) {
    if ("c" in dataset && !shown.has(Number(dataset.c))) return false;
    if ("part" in dataset) return dataset.part === family;
    return !family || !("family" in dataset) || dataset.family === family;
  }

  // The best values of a column among the rows that are shown of one viewer, as a person sees them; none where all look
  // alike.
  function markBest(head) {
    const groups = {};
    for (const row of head.closest("table").tBodies[0].rows) {
      const viewer = data.configurations[row.dataset.c]?.viewer ?? "";
      if (!row.hidden) (groups[viewer] ??= []).push(row);
    }
    for (const rows of Object.values(groups)) markBestOf(rows, head);
  }

  function markBestOf(rows, head) {
    const cells = rows.map((row) => row.cells[head.cellIndex]);
    const values = cells.map((cell) => Number(cell.textContent)).filter((value) => !Number.isNaN(value));
    const best = head.dataset.best === "higher" ? Math.max(...values) : Math.min(...values);
    const isNothing = values.length === cells.length && values.every((value) => value === best);
    for (const cell of cells) cell.classList.toggle("best", !isNothing && Number(cell.textContent) === best);
  }

  function filter(choice) {
    for (const part of document.querySelectorAll("[data-c]")) part.hidden = !isChosen(part, choice);
    for (const head of document.querySelectorAll("th[data-best]")) markBest(head);
    if (!moreButton) return;
    // Of the sessions over time the first of each role is shown, the others on demand.
    const seen = new Set();
    const rest = [...document.querySelectorAll("figure[data-role]:not([hidden])")].filter((figure) => {
      const isFirst = !seen.has(figure.dataset.role);
      seen.add(figure.dataset.role);
      return !isFirst;
    });
    document.getElementById("none").hidden = seen.size > 0;
    const isOpen = moreButton.getAttribute("aria-expanded") === "true";
    for (const figure of rest) figure.hidden = !isOpen;
    moreButton.hidden = rest.length === 0;
    moreButton.textContent = say(phrases.more, { rest: isOpen ? null : rest.length });
  }

  // Pictures.

  const views = new Map();
  async function draw(chart, place, { family, shown }) {
    const datasets = {};
    for (const name of chart.datasets) {
      datasets[name] = rows[name].filter((row) => !("c" in row) || (shown.has(row.c) && row.family === family))
        .map((row) => data.verdicts && "front" in row ? { ...row, ...marks.get(row.c) ?? { front: null, line: null } } : row);
    }
    const all = Object.values(datasets).flat();
    const isNothing = chart.interest && all.every((row) => !row[chart.interest]);
    if (views.has(chart.id)) views.get(chart.id).finalize();
    views.delete(chart.id);
    if (!all.length || isNothing) {
      place.replaceChildren(element("p", say(phrases.undrawn, { zero: all.length ? "" : null }), "empty"));
      return;
    }
    const spec = { ...chart.spec, datasets };
    if (!spec.data && chart.datasets.length === 1) spec.data = { name: chart.datasets[0] };
    views.set(chart.id, await vegaEmbed(place, spec, {
      renderer: "svg", actions: false, mode: "vega-lite", config: data.config, tooltip: { theme: "custom" },
    }));
    document.dispatchEvent(new CustomEvent("drawn", { detail: { place, view: views.get(chart.id).view } }));
  }

  // One drawing after the other, so that what was chosen last is what is seen; those in between are passed over.
  let round = 0;
  let pending = Promise.resolve();
  function update() {
    const choice = selection();
    write(choice);
    filter(choice);
    const own = ++round;
    delete root.dataset.drawn;
    if (typeof vegaEmbed === "function") pending = pending.then(() => drawAll(choice, own));
  }

  async function drawAll(choice, own) {
    let drawn = 0;
    for (const chart of data.charts) {
      if (own !== round) return;
      const place = document.getElementById("chart-" + chart.id);
      if (place.closest("[hidden]")) continue;
      try {
        await draw(chart, place, choice);
        drawn += 1;
      } catch (error) {
        console.error("chart " + chart.id + ": " + error);
      }
    }
    root.dataset.drawn = String(drawn);
  }

  function setTheme(theme) {
    if (theme) root.dataset.theme = theme;
    const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    themeButton.textContent = isDark ? "Light" : "Dark";
    themeButton.dataset.next = isDark ? "light" : "dark";
  }

  globalThis.abrlab = { data, say, writeNumbers, views };

  setTheme(null);
  // What the system prefers may change while the page is open.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(root.dataset.theme));
  themeButton.addEventListener("click", () => setTheme(themeButton.dataset.next));
  for (const button of [moreButton, document.getElementById("filter")]) {
    button?.addEventListener("click", () => {
      button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") !== "true"));
      if (button === moreButton) update();
    });
  }
  // Tables are printed open.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details.table")) part.open = true;
  });
  form.addEventListener("change", update);
  update();
})();
