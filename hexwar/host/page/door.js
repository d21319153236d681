// The door: the secret behind # is exchanged for a cookie, and leaves the address.
const said = document.getElementById("said");
const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
if (token) {
  const answer = await fetch("/enter", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }),
  });
  const told = await answer.json();
  if (answer.ok) location.replace(told.go);
  else said.textContent = told.why;
}
