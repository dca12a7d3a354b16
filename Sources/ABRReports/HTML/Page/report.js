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
      if ("c" in row) row.policy = data.configurations[row.c].label;
      return row;
    });
  }

  // What the reader has chosen: a family of traces, empty for all, and the indices of configurations.
  function selection() {
    const boxes = [...configurations].filter((box) => box.checked);
    return { family: form.elements.family.value, shown: new Set(boxes.map((box) => Number(box.value))) };
  }

  // Words: the finding, three numbers and the tables.

  // The sentences of RunVerdict.swift, of what is chosen.
  function verdict({ family, shown }) {
    const part = data.verdicts[family];
    const sides = part ? part.sides.filter((side) => shown.has(side.c)) : [];
    if (!sides.length) return { headline: "Nothing is chosen", sentences: [], numbers: [] };
    const pair = (one, other) => part.pairs[one.c + "-" + other.c] ?? {};
    const list = (some) => some.map((side) => side.name).join(", ").replace(/, ([^,]*)$/, " and $1");
    const rank = (key) => {
      const sorted = sides.filter((side) => side[key]).sort((one, other) => one[key].place - other[key].place);
      const best = sorted.filter((side) => side[key].rank === sorted[0][key].rank);
      return { best, next: sorted[best.length] };
    };
    const [stalls, waste, hourly, bitrate] = ["stalls", "waste", "hourly", "bitrate"].map(rank);
    const own = stalls.best[0];
    const wastesLeast = waste.best.includes(own);
    const asOthers = ({ best }) => {
      const others = best.filter((side) => side !== own);
      return others.length ? `, as ${list(others)} ${others.length === 1 ? "does" : "do"}` : "";
    };
    const least = (key, verb, whole, also) => {
      const ranking = rank(key);
      if (!ranking.next) return `All ${verb} alike, ${own[key].text} of the ${whole}`;
      return `${own.name} ${also}${verb}s least, ${own[key].text} of the ${whole}${asOthers(ranking)}; `
        + `${ranking.next.name} is next with ${ranking.next[key].text}${pair(own, ranking.next)[key]?.text ?? ""}`;
    };
    const labels = [
      ["stalls", "of the time stalled"], ["startup", "startup, 95th percentile"], ["waste", "of the bytes wasted"],
    ];
    const numbers = labels.map(([key, label]) => {
      const { best, next } = rank(key);
      const isBest = best.includes(own);
      const others = best.length > 2 ? `${best.length} others` : list(best);
      const note = !next ? "" : isBest ? `the least; next ${next[key].text}` : `least ${best[0][key].text}, ${others}`;
      return { label: `${label}, ${own.name}`, value: own[key].text, note };
    });
    if (sides.length === 1) {
      return {
        headline: `${own.name} stalls ${own.stalls.text} of the time`, numbers,
        sentences: [`${own.name} stalls ${own.stalls.text} of the time, wastes ${own.waste.text} of the bytes and shows `
          + `${own.bitrate.text}.`],
      };
    }
    const verb = (some) => some.length === 1 ? "wastes" : "waste";
    const onStalls = least("stalls", "stall", "time", "");
    const named = wastesLeast ? own : waste.best[0];
    const onWaste = wastesLeast ? least("waste", "waste", "bytes", stalls.next ? "also " : "")
      : `${list(waste.best)} ${verb(waste.best)} least, ${named.waste.text} of the bytes `
        + `against ${own.waste.text} with ${own.name}${pair(named, own).waste?.text ?? ""}`;
    const onHours = !hourly.best.length || hourly.best.includes(named) ? ""
      : `; by the hour ${list(hourly.best)} ${verb(hourly.best)} least, ${hourly.best[0].hourly.text} against `
        + `${named.hourly.text} with ${named.name}`;
    const top = bitrate.best;
    // Nobody has spoken of a configuration where all stall and waste alike.
    const onBitrate = !stalls.next && !waste.next && bitrate.next
      ? `${list(top)} ${top.length === 1 ? "shows" : "show"} the highest bitrate, ${top[0].bitrate.text}; `
        + `${bitrate.next.name} is next with ${bitrate.next.bitrate.text}.`
      : !top.includes(own)
      ? `${own.name} shows ${own.bitrate.text}, ${pair(own, top[0]).less} less than ${list(top)}.`
      : !bitrate.next ? `All show ${own.bitrate.text}.`
      : `${own.name} shows the highest bitrate, ${own.bitrate.text}${asOthers(bitrate)}.`;
    const doubt = (key, next) => pair(own, next)[key]?.doubt ?? "";
    const headline = !stalls.next ? "All stall alike"
      : `${own.name} stalls least${doubt("stalls", stalls.next)}`
        + (waste.next && wastesLeast ? ` and wastes least${doubt("waste", waste.next)}` : "");
    const few = part.few ? [part.few] : [];
    return { headline, sentences: [`${onStalls}.`, `${onWaste}${onHours}.`, onBitrate, ...few], numbers };
  }

  function element(tag, text, className = "") {
    return Object.assign(document.createElement(tag), { textContent: text, className });
  }

  function write(choice) {
    const played = [...document.querySelectorAll("#summary ~ .scroll tr[data-c]")].some((row) => isChosen(row, choice));
    document.getElementById("nothing").hidden = played;
    root.classList.toggle("nothing", !played);
    if (!data.verdicts) return;
    const { headline, sentences, numbers } = verdict(choice);
    const place = choice.family && sentences.length ? ` over ${choice.family}` : "";
    document.getElementById("headline").textContent = headline + place;
    document.getElementById("verdict").replaceChildren(...sentences.map((text) => element("p", text)));
    document.getElementById("numbers").replaceChildren(...numbers.map(({ label, value, note }) => {
      const entry = document.createElement("div");
      entry.append(element("dt", label), element("dd", value), element("dd", note, "quiet"));
      return entry;
    }));
  }

  // Rows of tables are of a part of the traces, pictures of single sessions of one trace.
  function isChosen({ dataset }, { family, shown }) {
    if ("c" in dataset && !shown.has(Number(dataset.c))) return false;
    if ("part" in dataset) return dataset.part === family;
    return !family || !("family" in dataset) || dataset.family === family;
  }

  // The best values of a column among the rows that are shown, as a person sees them; none where all look alike.
  function markBest(head) {
    const rows = [...head.closest("table").tBodies[0].rows].filter((row) => !row.hidden);
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
    moreButton.textContent = isOpen ? "Fewer sessions" : `${rest.length} more ${rest.length === 1 ? "session" : "sessions"}`;
  }

  // Pictures.

  const views = new Map();
  async function draw(chart, place, { family, shown }) {
    const datasets = {};
    for (const name of chart.datasets) {
      datasets[name] = rows[name].filter((row) => !("c" in row) || (shown.has(row.c) && row.family === family));
    }
    const all = Object.values(datasets).flat();
    const isNothing = chart.interest && all.every((row) => !row[chart.interest]);
    if (views.has(chart.id)) views.get(chart.id).finalize();
    views.delete(chart.id);
    if (!all.length || isNothing) {
      const words = all.length ? "Zero everywhere in this choice." : "Nothing to show for this choice.";
      place.replaceChildren(element("p", words, "empty"));
      return;
    }
    const spec = { ...chart.spec, datasets };
    if (!spec.data && chart.datasets.length === 1) spec.data = { name: chart.datasets[0] };
    views.set(chart.id, await vegaEmbed(place, spec, {
      renderer: "svg", actions: false, mode: "vega-lite", config: data.config, tooltip: { theme: "custom" },
    }));
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

  setTheme(null);
  themeButton.addEventListener("click", () => setTheme(themeButton.dataset.next));
  if (moreButton) {
    moreButton.addEventListener("click", () => {
      moreButton.setAttribute("aria-expanded", String(moreButton.getAttribute("aria-expanded") !== "true"));
      update();
    });
  }
  // Tables are printed open.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details.table")) part.open = true;
  });
  form.addEventListener("change", update);
  update();
})();
