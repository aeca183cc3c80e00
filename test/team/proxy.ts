/** A proxy to the server that can stop passing bytes in one or both directions without closing connections. */
import net from 'node:net';

export interface SilentProxy {
  readonly port: number;
  /** Stops passing bytes in this direction. */
  silence(direction: 'none' | 'to the server' | 'from the server' | 'both'): void;
  close(): void;
}

/** Starts a proxy to the port `to`. `alter` changes the bytes from the server. */
export async function startProxy(
  to: number,
  alter: (bytes: Buffer) => Buffer = bytes => bytes,
): Promise<SilentProxy> {
  let silent: Parameters<SilentProxy['silence']>[0] = 'none';
  const sockets = new Set<net.Socket>();
  const server = net.createServer(near => {
    const far = net.connect(to, '127.0.0.1');
    const pairs = [
      [near, far, 'to the server'],
      [far, near, 'from the server'],
    ] as const;
    for (const [source, target, direction] of pairs) {
      sockets.add(source);
      source.on('data', (bytes: Buffer) => {
        if (silent === direction || silent === 'both') return;
        target.write(source === far ? alter(bytes) : bytes);
      });
      source.on('error', () => {});
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence(direction) {
      silent = direction;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
