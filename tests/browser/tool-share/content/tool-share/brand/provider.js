document.querySelector("button").addEventListener("click", () => {
  const number = document.querySelector("input").value.replace(/\D/g, "");
  parent.postMessage({ foyer: true, data: { token: number === "" ? "" : `tok_${number.length}`, last4: number.slice(-4), extra: { ignored: true } } }, "*");
});
