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

/**
 * Runs in the page, so that waiting takes one command. Looks for the first visible element that the steps lead to.
 * @returns it once it is there or, with `until: 'gone'`, null once there is none; after `waitMs`, what there is then
 */
export async function findInPage(
  steps: readonly Step[],
  waitMs: number,
  until: 'there' | 'gone',
): Promise<Element | null> {
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
  function find(): Element | null {
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
  const end = performance.now() + waitMs;
  let found = find();
  while ((found === null) === (until === 'there') && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = find();
  }
  // A popup may move once its content is there, and a click would hit what is in its place.
  let place = '';
  while (found?.isConnected && performance.now() < end) {
    const box = JSON.stringify(found.getBoundingClientRect());
    if (box === place) break;
    place = box;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return found;
}
