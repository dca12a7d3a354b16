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

  // Words: the finding, three numbers and the tables.

  // The verdict of RunVerdict.swift on what one viewer watches, of what is chosen.
  function finding(part, sides) {
    const pair = (one, other) => part.pairs[one.c + "-" + other.c] ?? {};
    const list = (some) => {
      const names = some.map((side) => side.name);
      return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names.at(-1);
    };
    const rank = (key) => {
      const sorted = sides.filter((side) => side[key]).sort((one, other) => one[key].place - other[key].place);
      const best = sorted.filter((side) => side[key].rank === sorted[0][key].rank);
      return { best, next: sorted[best.length] };
    };
    const waits = part.lead === "waiting";
    const leadVerb = waits ? "wait" : "stall";
    const [lead, stalls, waste, hourly, bitrate] = [part.lead, "stalls", "waste", "hourly", "bitrate"].map(rank);
    const own = lead.best[0];
    const asOthers = ({ best }) => {
      const others = best.filter((side) => side !== own);
      return others.length ? `, as ${list(others)} ${others.length === 1 ? "does" : "do"}` : "";
    };
    const least = (key, verb, whole, also) => {
      const { best, next } = rank(key);
      if (!next) return `All ${verb} alike, ${own[key].text} of the ${whole}`;
      if (best.includes(own)) {
        return `${own.name} ${also}${verb}s least, ${own[key].text} of the ${whole}${asOthers({ best })}; `
          + `${next.name} is next with ${next[key].text}${pair(own, next)[key]?.text ?? ""}`;
      }
      return `${list(best)} ${verb}${best.length === 1 ? "s" : ""} least, ${best[0][key].text} of the ${whole} `
        + `against ${own[key].text} with ${own.name}${pair(best[0], own)[key]?.text ?? ""}`;
    };
    const labels = [
      ...(waits ? [["waiting", "of the time waited"]] : []), ["stalls", "of the time stalled"],
      ...(waits ? [] : [["startup", "startup, 95th percentile"]]), ["waste", "of the bytes wasted"],
    ];
    const numbers = labels.map(([key, label]) => {
      const { best, next } = rank(key);
      const others = best.length > 2 ? `${best.length} others` : list(best);
      const also = best.length - 1;
      const note = !next ? (also ? "the same with all" : "") : best.includes(own)
        ? `the least${also ? `, as with ${also} ${also === 1 ? "other" : "others"}` : ""}; next ${next[key].text}`
        : `least ${best[0][key].text}, ${others}`;
      return { label: `${label}, ${own.name}`, value: own[key].text, note };
    });
    if (sides.length === 1) {
      return {
        headline: `${own.name} ${leadVerb}s ${own[part.lead].text} of the time`, numbers,
        sentences: [`${own.name} ${waits ? `waits ${own.waiting.text} of the time, ` : ""}stalls ${own.stalls.text} of the time, `
          + `wastes ${own.waste.text} of the bytes and shows ${own.bitrate.text}.`],
      };
    }
    const also = lead.next ? "also " : "";
    const named = waste.best.includes(own) ? own : waste.best[0];
    const onHours = !hourly.best.length || hourly.best.includes(named) ? ""
      : `; by the hour ${list(hourly.best)} ${hourly.best.length === 1 ? "wastes" : "waste"} least, `
        + `${hourly.best[0].hourly.text} against ${named.hourly.text} with ${named.name}`;
    const top = bitrate.best;
    // Nobody has spoken of a configuration where all do alike.
    const isAlike = !lead.next && !stalls.next && !waste.next;
    const onBitrate = isAlike && bitrate.next
      ? `${list(top)} ${top.length === 1 ? "shows" : "show"} the highest bitrate, ${top[0].bitrate.text}; `
        + `${bitrate.next.name} is next with ${bitrate.next.bitrate.text}.`
      : !top.includes(own)
      ? `${own.name} shows ${own.bitrate.text}, ${pair(own, top[0]).less} less than ${list(top)}.`
      : !bitrate.next ? `All show ${own.bitrate.text}.`
      : `${own.name} shows the highest bitrate, ${own.bitrate.text}${asOthers(bitrate)}.`;
    const doubt = (key, next) => pair(own, next)[key]?.doubt ?? "";
    const claim = {
      name: lead.next ? own.name : null, doubt: lead.next ? doubt(part.lead, lead.next) : "",
      text: lead.next ? `${own.name} ${leadVerb}s least` : `All ${leadVerb} alike`,
    };
    const headline = claim.text + claim.doubt + (lead.next && waste.next && waste.best.includes(own)
      ? ` and wastes least${doubt("waste", waste.next)}` : "");
    return {
      headline, numbers, claim,
      sentences: [
        `${least(part.lead, leadVerb, "time", "")}.`, ...(waits ? [`${least("stalls", "stall", "time", also)}.`] : []),
        `${least("waste", "waste", "bytes", also)}${onHours}.`, onBitrate, ...(part.few ? [part.few] : []),
      ],
    };
  }

  // The sentences of ViewerVerdicts.swift, of what is chosen.
  function verdict({ family, shown }) {
    const groups = (data.verdicts[family] ?? [])
      .map((part) => ({ part, sides: part.sides.filter((side) => shown.has(side.c)) }))
      .filter(({ sides }) => sides.length).map(({ part, sides }) => ({ part, ...finding(part, sides) }));
    if (!groups.length) return { headline: "Nothing is chosen", sentences: [], numbers: [] };
    if (groups.length === 1) return groups[0];
    const judged = groups.filter(({ claim }) => claim);
    const claims = judged.map(({ claim }) => claim);
    const viewers = judged.length === groups.length ? "every viewer"
      : judged.map(({ part }) => part.viewer).join(" and ");
    const doubt = claims.some((claim) => claim.doubt) ? " (could be chance)" : "";
    // Feeds are led by waiting and single videos by stalls: where there are both, one word is for both.
    const [lead, other] = new Set(judged.map(({ part }) => part.lead));
    const verb = other ? "do" : lead === "waiting" ? "wait" : "stall";
    const least = other ? "does best" : `${verb}s least`;
    const name = claims[0]?.name;
    const headline = !judged.length ? "Nothing to choose: one configuration for each viewer"
      : claims.some((claim) => claim.name !== name) ? `Which ${least} depends on the viewer${doubt}`
      : `${name ? `${name} ${least}` : `All ${verb} alike`} with ${viewers}${doubt}`;
    return {
      headline, sentences: groups.flatMap(({ part, sentences }) => sentences.map((text) => `${part.viewer}: ${text}`)),
      numbers: groups.slice(0, 3).map(({ part, numbers: [{ label, value, note }] }) =>
        ({ label: `${label}, ${part.viewer}`, value, note })),
    };
  }

  function element(tag, text, className = "") {
    return Object.assign(document.createElement(tag), { textContent: text, className });
  }

  function write(choice) {
    const played = [...document.querySelectorAll("#summary ~ .scroll tr[data-c]")].some((row) => isChosen(row, choice));
    document.getElementById("nothing").hidden = played;
    root.classList.toggle("nothing", !played);
    if (data.counts) count(choice);
    say(choice);
    if (data.verdicts) writeVerdict(choice);
    const facts = document.getElementById("facts").textContent;
    document.title = `${document.getElementById("headline").textContent} · ${facts} · ABRLab`;
  }

  function writeVerdict(choice) {
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

  // How many traces and sessions are chosen, below the heading.
  function count({ family, shown }) {
    const parts = Object.entries(data.counts).filter(([name]) => !family || name === family).map(([, part]) => part);
    // An interrupted run lacks some.
    const many = (number, all, word) => `${number === all ? "" : `${number} of `}${all} ${word}${all === 1 ? "" : "s"}`;
    const sum = (numbers) => numbers.reduce((all, own) => all + own, 0);
    const sessions = (key) => sum(parts.flatMap((part) => part[key].filter((_, index) => shown.has(index))));
    const of = family ? ` of ${family}` : parts.length > 1 ? ` of ${parts.length} families` : "";
    document.getElementById("fact-traces").textContent =
      many(sum(parts.map((part) => part.traces)), sum(parts.map((part) => part.all_traces)), "trace") + of;
    document.getElementById("fact-sessions").textContent = many(sessions("sessions"), sessions("all_sessions"), "session");
  }

  // What captions say of the choice: curves that lie on one another, and what is compared with and not shown.
  function say({ family, shown }) {
    const name = (index) => data.configurations[index].label;
    for (const chart of data.charts) {
      const place = document.getElementById("of-" + chart.id);
      if (!place) continue;
      const alike = (chart.alike[family] ?? []).map((group) => group.filter((index) => shown.has(index)))
        .filter((group) => group.length > 1)
        // Labels may have commas.
        .map((group) => ` One and the same curve: ${group.map(name).join("; ")}.`);
      const hidden = chart.references.filter((index) => !shown.has(index)).map(name);
      place.textContent = alike.join("")
        + (hidden.length ? ` Not shown here, and compared with all the same: ${hidden.join("; ")}.` : "");
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
