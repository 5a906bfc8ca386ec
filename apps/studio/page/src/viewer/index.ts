// The viewer as one module: geometry, poses and marks in; pictures and picks out.

export * from './camera'
export * from './cube'
export * from './gizmo'
export * from './model'
export * from './section'
export * from './viewer'
