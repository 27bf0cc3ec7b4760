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

export interface OpenModal {
  readonly element: HTMLDialogElement;
  interruption?: Interruption | undefined;
  readonly interrupt: (interruption: Interruption | undefined) => void;
}

/** The last one is on top. */
export const openModals: OpenModal[] = [];

/** Called when a modal closes, before its element leaves the page. */
export const modalCloseListeners = new Set<() => void>();
