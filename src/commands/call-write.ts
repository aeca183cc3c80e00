// stub
import type { WriteId } from '../api/contract/operations.ts';
import type { Request } from './call-read.ts';
import type { CommandParts } from './commands.ts';
export async function callWrite(_id: WriteId, _request: Request, _parts: CommandParts): Promise<number> {
  return 2;
}
