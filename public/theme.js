// Puts the chosen theme on <html> before the first paint, and keeps it right while the page lives.
// It is a file of its own because the Content-Security-Policy allows no inline script.
// src/console/ui/use-theme.ts writes the preference and announces the change.
(() => {
  const STORAGE_KEY = 'patron.theme';
  const PAPER = { light: '#faf9f6', dark: '#131210' };
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  function preference() {
    try {
      return localStorage.getItem(STORAGE_KEY);
    } catch {
      // Storage can be switched off; the system's theme is then the answer.
      return null;
    }
  }

  function apply() {
    const preferred = preference();
    const system = prefersDark.matches ? 'dark' : 'light';
    const theme = preferred === 'light' || preferred === 'dark' ? preferred : system;
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
  }

  apply();
  prefersDark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('patron:theme', apply);
})();
