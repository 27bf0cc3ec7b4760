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

// Ctrl/Cmd K opens a field as soon as the page is visible. src/console/layout/palette takes over what
// was typed in it; src/console/layout/shell/shell-dialogs.tsx opens it while that code is loading.
(() => {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

  function openPalette() {
    if (document.getElementById('early-palette')) return;
    const dialog = document.createElement('dialog');
    dialog.id = 'early-palette';
    dialog.setAttribute('aria-label', 'Search or jump to');
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Search or jump to');
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.placeholder = 'Search members, accounts, pages or actions';
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) dialog.dataset.entered = '';
    });
    dialog.append(input);
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  addEventListener('patron:open-palette', openPalette);
  addEventListener('keydown', (event) => {
    const hasCommand = isApple ? event.metaKey : event.ctrlKey;
    if (!hasCommand || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    // Once the console is rendered, it handles the shortcut.
    const isLoading = document.querySelector('.skeleton-shell') !== null;
    if (!isLoading || event.defaultPrevented) return;
    event.preventDefault();
    openPalette();
  });
})();
