/** A failure that the operator can fix: its message says what and how, in Portuguese, and is printed without a stack. */
export class StartError extends Error {}

/** One that comes again at each start until a setting was changed, or what the settings lead to. */
export class ConfigurationError extends StartError {}
