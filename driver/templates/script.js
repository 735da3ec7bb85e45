for (const table of document.querySelectorAll("table.sorts")) {
  const heads = table.querySelectorAll("th");
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const numbers = head.classList.contains("n");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : numbers;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [row.cells[column].textContent, row]);
      const order = (a, b) => (numbers ? a[0] - b[0] : a[0].localeCompare(b[0]));
      rows.sort((a, b) => (down ? order(b, a) : order(a, b)));
      body.append(...rows.map((row) => row[1]));
    });
  });
}
