import type { Target } from './find-element.ts';

/** An engine's window or tab, as a user has it. Controls are found by role and name. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function that uses nothing of its surroundings. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** The first visible element that matches now. */
  find(target: Target): Promise<EngineElement | undefined>;
  press(key: Key): Promise<void>;
  /** The size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  isClosed(): Promise<boolean>;
  close(): Promise<void>;
  /** Errors in the console, uncaught ones and violations of the Content-Security-Policy. */
  errors(): Promise<string[]>;
}

export type Key = 'Enter' | 'Escape' | 'Tab';

export interface EngineElement {
  /** Its place and size in the window. */
  box(): Promise<object>;
  click(): Promise<void>;
  /** Types a text after what is there, or chooses a file by its path. */
  type(text: string): Promise<void>;
  chooseFile(path: string): Promise<void>;
}

/** A running browser with its own profile. */
export interface Engine {
  /** Opens a window of 1440 by 900 pixels. */
  newPage(): Promise<EnginePage>;
  /** The pages that are open, in any order. The same page is the same object. */
  pages(): Promise<EnginePage[]>;
  /** Where downloads are saved. */
  readonly downloads: string;
  close(): Promise<void>;
}
