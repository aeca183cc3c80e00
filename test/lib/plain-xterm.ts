/** A plain terminal emulator without a table of modern emoji, and the effects of a text on it. */
import headless from '@xterm/headless';

export interface Written {
  /** The first row, without trailing spaces. */
  readonly row: string;
  /** The cursor's distance from the top left corner. */
  readonly cells: number;
  readonly rowsDown: number;
  /** Each escape, control or string handler that ran, each new title, each bell. */
  readonly events: readonly string[];
  /** The terminal's answers. */
  readonly replies: readonly string[];
}

const FINALS = Array.from({ length: 0x7f - 0x30 }, (_, index) => String.fromCharCode(0x30 + index));
const INTERMEDIATES = ['', ' ', '!', '"', '#', '$', '(', ')', '*', '+'];

const EMOJI = /[\p{Emoji_Presentation}--[\p{Emoji_Modifier}\p{Regional_Indicator}]]/gv;

/** The emulator draws an emoji in one cell. On screens the painter corrects that: test/ui/paint/painter.test.ts. */
export const withoutEmoji = (text: string): string => text.replaceAll(EMOJI, '漢');

interface Plain {
  readonly terminal: InstanceType<typeof headless.Terminal>;
  readonly events: string[];
  readonly replies: string[];
}

/** With a handler for each sequence: registering these thousands takes longer than most texts. */
function plainTerminal(): Plain {
  const terminal = new headless.Terminal({ cols: 4000, rows: 4, allowProposedApi: true });
  const events: string[] = [];
  const replies: string[] = [];
  const note = (event: string) => () => {
    events.push(event);
    return false;
  };
  for (const intermediates of INTERMEDIATES) {
    for (const final of FINALS) {
      terminal.parser.registerEscHandler({ intermediates, final }, note(`ESC ${intermediates}${final}`));
      if (final < '@') continue;
      for (const prefix of ['', '?', '>', '=', '<']) {
        terminal.parser.registerCsiHandler({ prefix, intermediates, final }, note(`CSI ${prefix}${final}`));
        terminal.parser.registerDcsHandler({ prefix, intermediates, final }, note(`DCS ${prefix}${final}`));
      }
    }
  }
  for (let id = 0; id < 1400; id++) terminal.parser.registerOscHandler(id, note(`OSC ${id}`));
  terminal.onTitleChange(note('title'));
  terminal.onBell(note('bell'));
  terminal.onLineFeed(note('line feed'));
  terminal.onData(reply => replies.push(reply));
  return { terminal, events, replies };
}

let kept: Plain | undefined;

/** Writes `text` to an empty screen of one long row. */
export async function write(text: string): Promise<Written> {
  const { terminal, events, replies } = kept ?? plainTerminal();
  kept = undefined;
  await new Promise<void>(resolve => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const written = {
    row: active.getLine(0)?.translateToString(true) ?? '',
    cells: active.cursorX,
    rowsDown: active.cursorY + active.baseY,
    events: [...events],
    replies: [...replies],
  };
  // After a text with an effect the terminal may have other modes, and a reset does not end all of them.
  if (events.length + replies.length > 0) terminal.dispose();
  else {
    terminal.reset();
    kept = { terminal, events, replies };
  }
  return written;
}
