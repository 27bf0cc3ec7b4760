import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type StringAnswer } from 'dns-packet';

/** Records by "type name", for example "CNAME shop.patron.test". */
type Records = Map<string, string>;

/** A DNS server on this machine whose records a test changes. */
export interface DnsServer {
  records: Records;
  /** Environment that makes a Node process use it. */
  environment: Record<string, string>;
  close(): void;
}

export async function startDnsServer(): Promise<DnsServer> {
  const records: Records = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const found = questions.flatMap(({ type, name }): StringAnswer[] => {
      const data = records.get(`${type} ${name.toLowerCase()}`);
      return data === undefined ? [] : [{ type: type as 'CNAME', name, ttl: 1, data }];
    });
    socket.send(
      encode({ type: 'response', id: id ?? 0, questions, answers: found }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server = `127.0.0.1:${socket.address().port}`;
  const setServers = `import dns from 'node:dns'; dns.setServers(['${server}']); dns.promises.setServers(['${server}']);`;
  return {
    records,
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setServers)}`,
    },
    close: () => socket.close(),
  };
}
