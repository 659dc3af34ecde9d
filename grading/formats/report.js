"use strict";
// The table of students: a field that filters its rows, and headings that sort them.
(() => {
  const table = document.querySelector("#students table");
  if (!table || !table.tBodies[0]) return;
  const rows = [...table.tBodies[0].rows], said = document.createElement("p");
  said.className = "quiet";
  said.setAttribute("role", "status");
  const field = document.createElement("input"), label = document.createElement("label");
  field.type = "search";
  label.append("Show students with ", field);
  table.before(label, said);
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const verdicts = [...row.querySelectorAll("[aria-label]")].map((e) => e.getAttribute("aria-label")).join(" ");
      row.hidden = !(row.textContent + " " + verdicts).toLowerCase().includes(wanted);
      shown += !row.hidden;
    }
    said.textContent = wanted ? `${shown} of ${rows.length} students` : "";
  });
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending", key = (row) => row.cells[at].textContent.trim();
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = [...rows].sort((a, b) => {
        const x = parseFloat(key(a)), y = parseFloat(key(b));
        const numbers = (x - y) || (isNaN(x) - isNaN(y));
        return (head.classList.contains("n") ? numbers : 0) || key(a).localeCompare(key(b));
      });
      table.tBodies[0].append(...(down ? order.reverse() : order));
    });
  });
})();
