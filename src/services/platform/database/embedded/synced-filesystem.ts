import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface NodeFsNode {
  parent: NodeFsNode;
}
interface EmscriptenNodeFs {
  realPath(node: NodeFsNode): string;
  stream_ops: { write(stream: { node: NodeFsNode }, ...rest: unknown[]): number };
  node_ops: {
    mknod(parent: NodeFsNode, ...rest: unknown[]): unknown;
    rename(node: NodeFsNode, newParent: NodeFsNode, ...rest: unknown[]): unknown;
    unlink(parent: NodeFsNode, ...rest: unknown[]): unknown;
  };
}
type InitOptions = Parameters<NodeFS['init']>[1];

/**
 * PGlite's file system for Node, plus the fsync that it omits: after `syncToFs` everything written is
 * on disk, so commits survive a power failure.
 */
export class SyncedFilesystem extends NodeFS {
  readonly #written = new Set<string>();

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const watch = (module: { NODEFS: EmscriptenNodeFs }) => this.#watch(module.NODEFS);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), watch as never],
      },
    };
  }

  override async syncToFs(): Promise<void> {
    for (const path of this.#written) fsyncPath(path);
    this.#written.clear();
  }

  /** Records each written file and each directory whose entries change. */
  #watch(nodefs: EmscriptenNodeFs): void {
    const record = (node: NodeFsNode) => this.#written.add(nodefs.realPath(node));
    const { write } = nodefs.stream_ops;
    nodefs.stream_ops.write = (stream, ...rest) => {
      record(stream.node);
      return write(stream, ...rest);
    };
    const { mknod, rename, unlink } = nodefs.node_ops;
    nodefs.node_ops.mknod = (parent, ...rest) => {
      record(parent);
      return mknod(parent, ...rest);
    };
    nodefs.node_ops.rename = (node, newParent, ...rest) => {
      this.#written.add(dirname(nodefs.realPath(node)));
      record(newParent);
      return rename(node, newParent, ...rest);
    };
    nodefs.node_ops.unlink = (parent, ...rest) => {
      record(parent);
      return unlink(parent, ...rest);
    };
  }
}

export function fsyncPath(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    // Deleted since it was written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
