// Failures of the team's server in words: the cause, and what to do.
import { errorCode } from '../../lib/error-code.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { Damaged } from '../stored-row.ts';
import { CallRefused, NoAnswer, NoPassword, PasswordUnchecked, Unfit } from './link.ts';

/** `cause` is the end of a sentence, `cure` a whole sentence. */
interface ServerFailure {
  readonly cause: Visible;
  readonly cure?: Visible;
  /** The profile is wrong: to try again later is no use. */
  readonly setUp?: true;
}

const CERTIFICATE = t`Check journal.ca in the profile.`;
const OWN_CERTIFICATE = t`Check journal.cert and journal.key in the profile, or get a new certificate.`;
const ADDRESS = t`Check journal.host and journal.port in the profile.`;
const ADD_OPERATOR = t`An administrator adds the role: \`purser team operator add\`.`;
const OTHER_SIGN_IN = t`An administrator changes the line in pg_hba.conf to cert, ldap or scram-sha-256.`;
const OTHER_VERSION = {
  cause: t`the team journal has another version`,
  cure: t`An administrator runs \`purser team upgrade\`, or you install the newer Purser.`,
};
const BUSY = { cause: t`another console has it open` };
const UNTRUSTED = { cause: t`the server's certificate is not trusted`, cure: CERTIFICATE };
const UNREACHED = { cause: t`the server of the team journal can't be reached`, cure: ADDRESS };
const ENDED = { cause: t`the server of the team journal ended the connection` };
const BAD_FILE = {
  cause: t`a certificate or key of the profile can't be used`,
  cure: t`Check journal.ca, journal.cert and journal.key in the profile.`,
  setUp: true,
} as const;
const POOLER: ServerFailure = {
  cause: t`a connection pooler is between Purser and the server`,
  cure: t`Name the server itself in the profile: a lease needs its own session.`,
};
const NO_PASSWORD: ServerFailure = {
  cause: t`the server asks for a password, and Purser has none`,
  cure: t`Put it into PGPASSWORD or ~/.pgpass, or run \`purser team password\`.`,
};
const UNCHECKED: ServerFailure = {
  cause: t`the server did not check the password in time`,
  cure: t`The password may be wrong, or the server's directory (LDAP, RADIUS, PAM) may be away. The server's log says which.`,
};
const NO_LOGIN: ServerFailure = {
  cause: t`the server does not have this role, or the role may not sign in`,
  cure: ADD_OPERATOR,
};

const byCode: ReadonlyMap<string, ServerFailure> = new Map<string, ServerFailure>([
  [
    '28P01',
    {
      cause: t`the server does not know this role, or the password is wrong`,
      cure: t`Check journal.user and the password: PGPASSWORD, then ~/.pgpass, then the keyring.`,
    },
  ],
  ['28000', { cause: t`the server refuses this role`, cure: ADD_OPERATOR }],
  [
    '3D000',
    { cause: t`the server does not have this database`, cure: t`Check journal.database in the profile.` },
  ],
  [
    '3F000',
    { cause: t`the database has no team journal`, cure: t`An administrator runs \`purser team init\`.` },
  ],
  ['42P01', OTHER_VERSION],
  ['42883', OTHER_VERSION],
  ['42501', { cause: t`this role lacks the right on the server`, cure: ADD_OPERATOR }],
  [
    '53100',
    { cause: t`the disk of the server is full`, cure: t`An administrator makes room on the server's disk.` },
  ],
  [
    '53200',
    {
      cause: t`the server has no memory for another lock`,
      cure: t`An administrator finds the session with the most locks: see docs/team.md.`,
    },
  ],
  [
    '53300',
    {
      cause: t`the server, or this role, has too many connections`,
      cure: t`Close other consoles, or ask an administrator for a higher limit.`,
    },
  ],
  ['55P03', BUSY],
  ['40P01', BUSY],
  ['25P03', BUSY],
  [
    '25006',
    {
      cause: t`the server is a read-only replica`,
      cure: t`Name the primary server in the profile.`,
    },
  ],
  ['57014', { cause: t`the server of the team journal took too long` }],
  ['57P01', ENDED],
  ['57P02', ENDED],
  ['57P03', { cause: t`the server is starting` }],
  ['ECONNRESET', ENDED],
  ['EPIPE', ENDED],
  ['ECONNREFUSED', UNREACHED],
  ['ETIMEDOUT', UNREACHED],
  ['EHOSTUNREACH', UNREACHED],
  ['ENETUNREACH', UNREACHED],
  ['ENOTFOUND', { cause: t`the server of the team journal can't be found`, cure: ADDRESS }],
  ['EAI_AGAIN', { cause: t`the server of the team journal can't be found`, cure: ADDRESS }],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    {
      cause: t`the server's certificate is for another name`,
      cure: t`journal.host in the profile must be the name in the certificate.`,
    },
  ],
  [
    'CERT_HAS_EXPIRED',
    {
      cause: t`the server's certificate has expired`,
      cure: t`An administrator renews the server's certificate.`,
    },
  ],
  [
    'CERT_NOT_YET_VALID',
    {
      cause: t`the server's certificate is not valid yet`,
      cure: t`Check the clocks of this machine and of the server.`,
    },
  ],
]);

/** What only the text of an error tells: these errors have no code of their own. */
const byText: readonly (readonly [text: RegExp, failure: ServerFailure])[] = [
  [
    // The number of GSSAPI and of SSPI in PostgreSQL's protocol.
    /Unknown authenticationOk message type [79]$/,
    {
      cause: t`the server asks for Kerberos (GSSAPI), which Purser does not support`,
      cure: OTHER_SIGN_IN,
      setUp: true,
    },
  ],
  [
    /^SASL: Only mechanism/,
    {
      cause: t`the server asks for a sign-in that Purser does not support, such as OAuth`,
      cure: OTHER_SIGN_IN,
      setUp: true,
    },
  ],
  [
    /does not support SSL/,
    {
      cause: t`the server does not use TLS`,
      cure: t`An administrator sets ssl = on in postgresql.conf.`,
      setUp: true,
    },
  ],
  [/Connection terminated/, ENDED],
];

const byTlsCode: readonly (readonly [code: RegExp, failure: ServerFailure])[] = [
  [/^ERR_OSSL_/, BAD_FILE],
  [
    /^ERR_SSL_.*CERTIFICATE_EXPIRED$/,
    { cause: t`your client certificate has expired`, cure: OWN_CERTIFICATE },
  ],
  [
    /^ERR_SSL_.*(?:ALERT_UNKNOWN_CA|ALERT_(?:BAD|UNSUPPORTED|REVOKED)?_?CERTIFICATE.*)$/,
    { cause: t`the server does not accept your client certificate`, cure: OWN_CERTIFICATE },
  ],
];

/** Refusals before the session begins. Their texts are in the server's language, so the fields come first. */
function atSignIn(error: Error, code: string): ServerFailure | undefined {
  const routine: unknown = Reflect.get(error, 'routine');
  // A pooler answers like a server, without the place in PostgreSQL's source.
  if (code === '08P01' && routine === undefined) return POOLER;
  if (code === '42501' && routine === 'CheckMyDatabase')
    return {
      cause: t`this role may not connect to the database`,
      cure: t`An administrator runs: GRANT CONNECT ON DATABASE name TO purser_operator`,
    };
  if (code !== '28000') return undefined;
  if (routine === 'InitializeSessionUserId') return NO_LOGIN;
  if (/certif/i.test(error.message))
    return { cause: t`the server wants a client certificate of this role`, cure: OWN_CERTIFICATE };
  // These names are the same in all languages. PostgreSQL gives one answer for a wrong password and for no directory.
  const by = /\b(?:LDAP|RADIUS|PAM|GSSAPI|SSPI)\b/.exec(error.message)?.[0];
  if (routine === 'auth_failed' && by !== undefined)
    return {
      cause: t`the server could not sign you in by ${visible(by)}`,
      cure: t`Check the password. If it is right, ask an administrator: the directory may be away. The server's log has the reason.`,
    };
  if (routine === 'auth_failed' && /\b(?:Peer|Ident)\b/i.test(error.message))
    return {
      cause: t`your account on this machine may not use this role`,
      cure: t`Check journal.user in the profile.`,
    };
  if (routine !== 'ClientAuthentication') return undefined;
  if (/rejects/.test(error.message))
    return {
      cause: t`a line of pg_hba.conf on the server refuses this role from this machine`,
      cure: t`An administrator changes the line: see docs/team.md.`,
    };
  return /no encryption|SSL off/.test(error.message)
    ? {
        cause: t`the server does not accept this role from this machine without TLS`,
        cure: t`Set journal.sslmode to verify-full, or ask for a line in pg_hba.conf.`,
      }
    : {
        cause: t`pg_hba.conf on the server has no line for this role from this machine`,
        cure: t`An administrator adds the line: see docs/team.md.`,
      };
}

const unfit: Readonly<Record<Unfit['why'], ServerFailure>> = {
  pooler: POOLER,
  replica: byCode.get('25006') ?? ENDED,
};

function failureOf(error: unknown): ServerFailure {
  if (error instanceof NoPassword) return NO_PASSWORD;
  if (error instanceof PasswordUnchecked) return UNCHECKED;
  if (error instanceof NoAnswer) return { cause: t`the server of the team journal does not answer` };
  if (error instanceof Unfit) return unfit[error.why];
  if (!(error instanceof Error)) return { cause: visible(String(error), 200) };
  const code = errorCode(error) ?? '';
  const known =
    atSignIn(error, code) ??
    byCode.get(code) ??
    [...byTlsCode].find(([codes]) => codes.test(code))?.[1] ??
    (code === '' ? byText.find(([text]) => text.test(error.message))?.[1] : undefined);
  if (known) return known;
  return code.startsWith('ERR_SSL_')
    ? { cause: t`the TLS connection failed (${visible(code, 80)})` }
    : { cause: visible(error.message.replace(/\.$/, ''), 200) };
}

/** As the end of a sentence. */
export const causeOf = (error: unknown): Visible => failureOf(error).cause;

/** What to do, as a whole sentence. */
export const cureOf = (error: unknown): Visible | undefined => failureOf(error).cure;

/** The cause as a sentence, and what to do. */
export function causeAndCure(error: unknown): Visible {
  const { cause, cure } = failureOf(error);
  return cure === undefined ? t`${cause}.` : t`${cause}. ${cure}`;
}

/** A refusal does not count. */
export function isAway(error: unknown): boolean {
  if (error instanceof Unfit) return error.why === 'replica';
  if (error instanceof CallRefused || error instanceof Damaged || failureOf(error).setUp) return false;
  const code = errorCode(error);
  if (code === '08P01') return false;
  // Another server may become the primary.
  if (code === '25006') return true;
  // PostgreSQL's codes have five characters: 08 is connection, 53 resources, 57P shutdown. EPIPE has five too.
  return code === undefined || code.length !== 5 || /^(?:08|53|57P|E)/.test(code);
}
