"use strict";
// The settings of a search, one of which the reader chooses: by lists, on a picture, or in the address of the page.
(() => {
  const { data, say, writeNumbers, views: drawn } = globalThis.abrlab;
  const { settings, start, current } = data.what_if;
  const form = document.getElementById("choice");
  const money = document.getElementById("money");
  // What a form sends; the texts beside its sliders are elements of it, too.
  const inputs = [...money?.elements ?? []].filter(({ name }) => name);
  const lists = [...form.elements].filter(({ name }) => /^p\d+$/.test(name));
  const views = new Map();
  let chosen = null;

  function choose(setting) {
    chosen = setting;
    setting?.values.forEach((value, index) => { lists[index].value = value; });
    document.getElementById("what-if-limits").textContent = setting ? setting.limits : say(data.phrases.unplayed);
    writeNumbers("what-if-numbers", setting?.numbers ?? []);
    const code = document.getElementById("what-if-code");
    if (code) code.textContent = setting?.code[form.elements.player?.selectedIndex ?? 0] ?? "";
    const whose = document.getElementById("what-if-whose");
    if (whose) whose.textContent = setting?.whose ?? "";
    document.getElementById("what-if-again").hidden = !setting;
    document.getElementById("what-if-command").textContent = setting?.command ?? "";
    for (const [place, view] of views) mark(place, view);
    pay();
  }

  // A picture that has been drawn anew is another view.
  function mark(place, view) {
    if (!place.isConnected) return;
    view.signal("chosen", chosen?.setting ?? "").runAsync();
  }

  // Amounts in whole cents up to 100, then as whole numbers.
  const amount = (value) => "$" + value.toLocaleString("en-US",
    value < 100 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 });

  // The slider has powers of ten, the address hours.
  const hoursOf = (value) => Number((10 ** Number(value)).toPrecision(2));

  function pay() {
    if (!money) return write();
    const price = Number(money.elements.price.value);
    const hours = hoursOf(money.elements.hours.value);
    const texts = { price: "$" + price.toFixed(3), hours: hours.toLocaleString("en-US") };
    for (const [name, text] of Object.entries(texts)) {
      document.getElementById("what-if-" + name).textContent = text;
      money.elements[name].setAttribute("aria-valuetext", text);
    }
    const cost = (setting) => (setting?.bytes ?? null) === null ? null : setting.bytes / 1e9 * hours * price;
    const [own, before] = [chosen, settings[current]].map(cost);
    const change = own === null || before === null ? null : own - before;
    document.getElementById("what-if-money").textContent = own === null ? "" : say(data.phrases.money, {
      cost: amount(own), less: change < 0 ? amount(-change) : null, more: change > 0 ? amount(change) : null,
    });
    write();
  }

  // The choice stands in the address, so that it can be sent; what the page begins with needs no words.
  function write() {
    if (!isReady) return;
    const words = new URLSearchParams();
    if (chosen) words.set("setting", chosen.setting);
    if (form.elements.player?.selectedIndex) words.set("code", form.elements.player.value);
    for (const { name, value, defaultValue } of inputs) {
      if (value !== defaultValue) words.set(name, name === "hours" ? hoursOf(value) : value);
    }
    history.replaceState(null, "", "#" + words);
  }

  const find = (values) => settings.find((setting) => setting.values.every((value, index) => value === values[index]));

  // One step over the values of a parameter, to the next that was played with the others as they are.
  function step(index, direction) {
    const values = lists.map(({ value }) => value);
    const all = [...lists[index].options].map(({ value }) => value);
    for (let place = all.indexOf(values[index]) + direction; place in all; place += direction) {
      const next = find(values.with(index, all[place]));
      if (next) return choose(next);
    }
  }

  function attach({ place, view }) {
    if (view.getState().signals.chosen === undefined) return;
    const isNew = !views.has(place);
    views.set(place, view);
    view.addEventListener("click", (event, item) => {
      const setting = settings.find(({ setting }) => setting === item?.datum?.setting);
      if (setting) choose(setting);
    });
    place.classList.add("choice");
    mark(place, view);
    if (!isNew || !place.id.startsWith("chart-heat-map")) return;
    place.tabIndex = 0;
    // Up and down is the first parameter, whose values grow upwards; to the sides the second.
    const keys = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 1], ArrowLeft: [1, -1] };
    place.addEventListener("keydown", (event) => {
      if (!keys[event.key]) return;
      event.preventDefault();
      step(...keys[event.key]);
    });
  }

  // What the address says, as far as it is a choice and no heading of the page. What it may not be is passed over, and
  // the address then says what is shown.
  function read() {
    const given = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    const texts = { price: given.get("price"), hours: given.has("hours") ? Math.log10(given.get("hours")) : null };
    for (const input of inputs) {
      const value = texts[input.name] === null ? NaN : Number(texts[input.name]);
      input.value = value >= input.min && value <= input.max ? value : input.defaultValue;
    }
    const { player } = form.elements;
    if (player) player.value = data.what_if.players.includes(given.get("code")) ? given.get("code") : data.what_if.players[0];
    choose(settings.find(({ setting }) => setting === given.get("setting")) ?? settings[start] ?? settings[0]);
  }

  document.getElementById("what-if-section").hidden = false;
  let isReady = false;
  read();
  isReady = true;
  if (location.hash.includes("=")) write();
  addEventListener("hashchange", () => { if (location.hash.includes("=")) read(); });
  for (const [id, { view }] of drawn) attach({ place: document.getElementById("chart-" + id), view });
  document.addEventListener("drawn", ({ detail }) => attach(detail));
  form.addEventListener("change", () => choose(find(lists.map(({ value }) => value)) ?? null));
  money?.addEventListener("input", pay);
})();
