/** What takes the place of a modal's content for a while; see `ModalInterruption`. */
export interface Interruption {
  readonly role: 'dialog' | 'alertdialog';
  /** The ID of its heading. */
  readonly labelId: string;
  /** The ID of its description, if it has one. */
  readonly descriptionId: string | undefined;
  /** Called instead of the modal's `onClose`. */
  readonly onCancel: () => void;
  /** Called when the modal unmounts. */
  readonly onAbandoned: () => void;
}

interface OpenModal {
  readonly element: HTMLDialogElement;
  interruption?: Interruption | undefined;
  readonly interrupt: (interruption: Interruption | undefined) => void;
}

const closeListeners = new Set<() => void>();

/** The last one is on top. */
export const openModals: OpenModal[] = [];

/** @param interrupt changes what takes the place of its content */
export function addOpenModal(
  element: HTMLDialogElement,
  interrupt: OpenModal['interrupt'],
): OpenModal {
  const modal: OpenModal = {
    element,
    interrupt(next) {
      modal.interruption = next;
      interrupt(next);
    },
  };
  openModals.push(modal);
  return modal;
}

export function removeOpenModal(modal: OpenModal): void {
  openModals.splice(openModals.indexOf(modal), 1);
  modal.interruption?.onAbandoned();
  for (const listener of closeListeners) listener();
}

/**
 * Calls the listener when a modal closes, before its element leaves the page.
 *
 * @returns a function that stops that
 */
export function onModalClose(listener: () => void): () => void {
  closeListeners.add(listener);
  return () => closeListeners.delete(listener);
}
