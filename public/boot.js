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

// Says so if the console doesn't start: its script is blocked, missing or doesn't arrive.
(() => {
  const PATIENCE_MS = 10_000;

  function show(title, advice) {
    const page = document.querySelector('.skeleton-page');
    if (!page) return;
    document.title = `${title} · Patron`;
    const message = document.createElement('div');
    message.setAttribute('role', 'alert');
    message.className = 'skeleton-message';
    const heading = document.createElement('h1');
    heading.textContent = title;
    const text = document.createElement('p');
    text.textContent = advice;
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = 'Try again';
    retry.addEventListener('click', () => location.reload());
    message.append(heading, text, retry);
    page.replaceChildren(message);
  }

  const timer = setTimeout(
    show,
    PATIENCE_MS,
    'Patron is taking longer than usual',
    'It is still loading. Wait a little longer, or try again.',
  );
  const fail = () => {
    clearTimeout(timer);
    show(
      "Patron couldn't load",
      'A part of it is blocked or missing. Check your connection and your content blockers, then try again.',
    );
  };
  // Errors of elements don't bubble.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true);
})();
