// What has to work before the console has loaded. A separate file, because the Content-Security-Policy
// allows no inline scripts.

// Sets the theme on <html> before the first paint, and follows its changes.
// src/console/ui/hooks/use-theme.ts writes the preference and announces the change.
(() => {
  const STORAGE_KEY = 'patron.theme';
  const PAPER = { light: '#faf9f6', dark: '#131210' };
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  function preference() {
    try {
      return localStorage.getItem(STORAGE_KEY);
    } catch {
      // Without storage, use the system's theme.
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

// The search field of index.html, which Ctrl/Cmd K focuses, works until the console is rendered.
// src/console/layout/palette/early-search.ts continues with what was typed.
(() => {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const findField = () => document.querySelector('.skeleton-search');

  addEventListener('focusin', ({ target }) => {
    if (target === findField()) target.dataset.open = '';
  });
  addEventListener('keydown', (event) => {
    const field = findField();
    if (!field) return;
    if (event.target === field) {
      if (event.key === 'Enter' && !event.isComposing) field.dataset.entered = '';
      else delete field.dataset.entered;
    }
    const hasCommand = isApple ? event.metaKey : event.ctrlKey;
    if (!hasCommand || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    field.focus();
  });
})();
