/**
 * Lets translators and extensions change the text of the page. They put elements in the place of its text
 * nodes, or around them, but React keeps updating, moving and removing its own nodes: that would throw, or change a node that
 * nobody sees. So the element is treated as the node, and the node returns when React changes its text.
 */
export function tolerateChangedText(): void {
  /** The elements that replaced text nodes. */
  const substitutes = new WeakMap<Node, ChildNode>();
  const replacements = new MutationObserver(rememberReplaced);
  const changes = new MutationObserver((records) => {
    for (const { target } of records) restore(target as Text);
  });

  function rememberReplaced(records: readonly MutationRecord[]) {
    for (const { addedNodes, removedNodes, previousSibling } of records) {
      for (const node of removedNodes) {
        if (!(node instanceof Text) || node.isConnected) continue;
        // By one operation, or inserted before the node and then removed it.
        const added = [...addedNodes].find((each) => each instanceof Element);
        const substitute = added ?? (isFont(previousSibling) ? previousSibling : undefined);
        if (!substitute) continue;
        substitutes.set(node, substitute as ChildNode);
        changes.observe(node, { characterData: true });
      }
    }
  }

  function restore(node: Text) {
    const substitute = substitutes.get(node);
    if (!node.isConnected && substitute?.isConnected) substitute.replaceWith(node);
  }

  /** Handles the changes since the observer last ran. */
  function flush() {
    const pending = replacements.takeRecords();
    rememberReplaced(pending);
  }

  /** The child of `parent` that shows what `node` would. */
  function findChild(parent: Node, node: Node): Node | null {
    if (node.parentNode === parent) return node;
    flush();
    let shown = node.isConnected ? node : (substitutes.get(node) ?? null);
    while (shown && shown.parentNode !== parent) shown = shown.parentNode;
    return shown;
  }

  /** The node is about to be inserted elsewhere. */
  function dropSubstitute(node: Node) {
    if (!(node instanceof Text) || node.isConnected) return;
    flush();
    substitutes.get(node)?.remove();
    substitutes.delete(node);
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const shown = findChild(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    dropSubstitute(node);
    insertBefore.call(this, node, before && findChild(this, before));
    return node;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    dropSubstitute(node);
    appendChild.call(this, node);
    return node;
  };
  replacements.observe(document.documentElement, { childList: true, subtree: true });
}

/** The element that translators use. */
function isFont(node: Node | null): boolean {
  return node instanceof Element && node.localName === 'font';
}
