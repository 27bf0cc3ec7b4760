import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** As much of a DOM node as React needs to mount and update elements. */
class FakeNode {
  readonly childNodes: FakeNode[] = [];
  readonly style = { setProperty: () => {} };
  parentNode: FakeNode | null = null;
  textContent = '';
  nodeValue = '';

  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: unknown;

  constructor(nodeType: number, nodeName: string, ownerDocument: unknown) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = ownerDocument;
  }

  get tagName() {
    return this.nodeName;
  }
  appendChild(child: FakeNode) {
    return this.insertBefore(child, null);
  }
  insertBefore(child: FakeNode, next: FakeNode | null) {
    child.parentNode?.removeChild(child);
    const index = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(index, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild(child: FakeNode) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  contains() {
    return false;
  }
  setAttribute() {}
  removeAttribute() {}
  addEventListener() {}
  removeEventListener() {}
}

/**
 * Mounts elements without a browser, to count how often they render. There is no layout, and no event
 * ever fires.
 *
 * @returns renders other elements; everything is removed at the end of the test
 */
export async function mount(): Promise<(node: ReactNode) => Promise<void>> {
  const fakeDocument = {
    nodeType: 9,
    addEventListener: () => {},
    createElement: (name: string) => new FakeNode(1, name.toUpperCase(), fakeDocument),
    createElementNS: (_: string, name: string) => new FakeNode(1, name, fakeDocument),
    createTextNode: () => new FakeNode(3, '#text', fakeDocument),
    activeElement: null,
    defaultView: globalThis,
  };
  const globals = {
    IS_REACT_ACT_ENVIRONMENT: true,
    window: globalThis,
    document: fakeDocument,
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => {},
    HTMLIFrameElement: class {},
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const container = fakeDocument.createElement('div');
  const root = createRoot(container as unknown as Element);
  // Files share a process, and libraries recognize a browser by these globals.
  onTestFinished(async () => {
    try {
      await act(async () => root.unmount());
    } finally {
      vi.unstubAllGlobals();
    }
  });
  return (node) => act(async () => root.render(node));
}
