const SELECTORS = {
  /** Those that are off can be seen, but not used. */
  button: ':is(button, [role=button], summary):not(:disabled, [aria-disabled=true])',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, textarea, select',
  control: 'button, input',
  dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
  menuitem: '[role=menuitem], [role=menuitemradio]',
  row: 'tr',
  status: '[role=status]',
  alert: '[role=alert]',
  group: '[role=group]',
  /** The innermost element that has the text. */
  text: 'body *',
};

/** What a user looks for. */
export interface Target {
  readonly role: keyof typeof SELECTORS;
  /** The whole accessible name or text, or a pattern for it. */
  readonly name: string | RegExp;
  /** The element that it is in. */
  readonly within?: Target;
}

/** A target as it can be sent to a page. The outermost element is the first. */
export type Step = readonly [selector: string, pattern: string, isText: boolean];

export function stepsOf({ role, name, within }: Target): Step[] {
  const pattern =
    name instanceof RegExp ? name.source : `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const isText = role === 'text';
  return [...(within ? stepsOf(within) : []), [SELECTORS[role], pattern, isText]];
}

/** Runs in the page. Returns the first visible element that the steps lead to. */
export function findInPage(...steps: readonly Step[]): Element | null {
  const textOf = (element: Element | null) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  function nameOf(element: Element): string {
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy) {
      return labelledBy
        .split(' ')
        .map((id) => textOf(document.getElementById(id)))
        .join(' ');
    }
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const { labels } = element as HTMLInputElement;
    return labels?.[0] ? textOf(labels[0]) : textOf(element);
  }
  function matches(element: Element, pattern: RegExp, isText: boolean): boolean {
    if (!isText) return pattern.test(nameOf(element));
    const has = (one: Element) => pattern.test(textOf(one));
    return has(element) && !Array.from(element.children).some(has);
  }
  let roots: ParentNode[] = [document];
  for (const [selector, source, isText] of steps) {
    const pattern = new RegExp(source);
    roots = roots
      .flatMap((root) => Array.from(root.querySelectorAll(selector)))
      .filter(
        (element) =>
          matches(element, pattern, isText) &&
          element.checkVisibility({ visibilityProperty: true }),
      );
  }
  return roots[0] instanceof Element ? roots[0] : null;
}
