"use strict";
(() => {
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("abrlab-data").textContent);
  const form = document.getElementById("filters");
  const themeButton = document.getElementById("theme");

  // Columns become rows once; every row gets the words that pictures show in place of indices.
  const rows = {};
  for (const [name, columns] of Object.entries(data.datasets)) {
    const keys = Object.keys(columns);
    const count = keys.length ? columns[keys[0]].length : 0;
    rows[name] = Array.from({ length: count }, (_, index) => {
      const row = {};
      for (const key of keys) row[key] = columns[key][index];
      if ("c" in row) row.policy = data.configurations[row.c].label;
      if ("t" in row && "c" in row) {
        const trace = data.traces[row.t];
        row.trace = trace.name;
        row.family = trace.family;
        row.mean_mbps = trace.mean_mbps;
      }
      return row;
    });
  }

  function selection() {
    const family = form ? form.elements.family.value : "";
    const boxes = form ? [...form.querySelectorAll("input[name=configuration]")] : [];
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
    return { family, shown };
  }

  function selected(name, chart, { family, shown }) {
    return rows[name].filter((row) => {
      if (!("c" in row)) return true;
      if (!shown.has(row.c) && !(chart.needs_reference && row.c === 0)) return false;
      // Pooled rows carry the family that they were pooled over, and nothing for all of them.
      return "t" in row ? !family || row.family === family : row.family === family;
    });
  }

  // The names of configurations stand above all pictures, once.
  function withoutLegends(value) {
    if (Array.isArray(value)) return value.map(withoutLegends);
    if (!value || typeof value !== "object") return value;
    const copy = {};
    for (const [key, part] of Object.entries(value)) copy[key] = withoutLegends(part);
    for (const key of ["color", "strokeDash", "shape"]) {
      if (copy[key] && copy[key].field === "policy") copy[key].legend = null;
    }
    return copy;
  }

  async function draw(chart, choice) {
    const element = document.getElementById("chart-" + chart.id);
    if (!element) return;
    const datasets = {};
    let count = 0;
    for (const name of chart.datasets) {
      datasets[name] = selected(name, chart, choice);
      count += datasets[name].filter((row) => !chart.needs_reference || row.c !== 0).length;
    }
    if (count === 0) {
      element.replaceChildren(Object.assign(document.createElement("p"), {
        className: "empty", textContent: "Nothing to show for this choice.",
      }));
      return;
    }
    const spec = withoutLegends(chart.spec);
    spec.datasets = datasets;
    if (!spec.data && chart.datasets.length === 1) spec.data = { name: chart.datasets[0] };
    if (views.has(chart.id)) views.get(chart.id).finalize();
    views.set(chart.id, await vegaEmbed(element, spec, {
      renderer: "svg", actions: false, mode: "vega-lite", config: data.config, tooltip: { theme: "custom" },
    }));
  }

  // One drawing after the other, so that what was chosen last is what is seen; those in between are passed over.
  const views = new Map();
  let round = 0;
  let pending = Promise.resolve();
  function redraw() {
    const own = ++round;
    pending = pending.then(() => (own === round ? drawAll(own) : undefined));
  }

  async function drawAll(own) {
    const choice = selection();
    for (const figure of document.querySelectorAll("figure[data-configuration]")) {
      const isShown = choice.shown.has(Number(figure.dataset.configuration)) &&
        (!choice.family || choice.family === figure.dataset.family);
      figure.hidden = !isShown;
    }
    let drawn = 0;
    for (const chart of data.charts) {
      if (own !== round) return;
      const element = document.getElementById("chart-" + chart.id);
      if (!element || element.closest("[hidden]")) continue;
      try {
        await draw(chart, choice);
        drawn += 1;
      } catch (error) {
        console.error("chart " + chart.id + ": " + error);
      }
    }
    root.dataset.drawn = String(drawn);
  }

  function setTheme(theme) {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    themeButton.textContent = isDark ? "Light" : "Dark";
    themeButton.dataset.next = isDark ? "light" : "dark";
  }

  if (themeButton) {
    setTheme(null);
    themeButton.addEventListener("click", () => setTheme(themeButton.dataset.next));
  }
  // Tables are printed open.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details.table")) part.open = true;
  });
  if (typeof vegaEmbed === "function") {
    if (form) form.addEventListener("change", redraw);
    redraw();
  }
})();
