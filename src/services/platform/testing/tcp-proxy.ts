import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface Address {
  host: string;
  port: number;
}

/** A TCP proxy that simulates outages of a server. */
export interface TcpProxy {
  port: number;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  /**
   * Accepts connections again, on the same port.
   * @param other the server that is reached from now on; by default the same as before
   */
  restore(other?: Address): Promise<void>;
  /** Stops to pass what the server sends, like a server that hangs. */
  freeze(): void;
}

/** Starts a proxy, which stops when the test ends. */
export async function startTcpProxy(first: Address): Promise<TcpProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let server: Server;
  let port = 0;

  const open = async () => {
    server = createServer((downstream) => {
      const upstream = connect(target.port, target.host);
      for (const [socket, other] of [
        [downstream, upstream],
        [upstream, downstream],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.on('data', (chunk) => {
          if (!isFrozen) other.write(chunk);
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };

  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  const restore = (other = target) => {
    target = other;
    return open();
  };

  await open();
  onTestFinished(cut);
  const freeze = () => {
    isFrozen = true;
  };
  return { port, cut, restore, freeze };
}
