// SPDX-License-Identifier: MIT
/* Light and dark, and what follows from the width of the window. */

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (document.documentElement.dataset.theme ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark';

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  labelTheme();
}
function labelTheme() {
  const button = byId('theme');
  button.textContent = translated(isDark() ? 'Light' : 'Dark');
  button.setAttribute('aria-label', translated(isDark() ? 'Light colours' : 'Dark colours'));
}

function startTheme() {
  const wanted = /^#(dark|light)$/.exec(location.hash)?.[1];
  if (wanted) setTheme(wanted);
  labelTheme();
  systemIsDark.addEventListener('change', labelTheme);
  byId('theme').addEventListener('click', () => setTheme(isDark() ? 'light' : 'dark'));
}

/* A table wider than its box must be reachable by keyboard; others need no tab stop. */
function watchWidths() {
  const observer = new ResizeObserver(entries => {
    for (const entry of entries) {
      const target = /** @type {HTMLElement} */ (entry.target);
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const box of document.querySelectorAll('.scroll')) observer.observe(box);
}
