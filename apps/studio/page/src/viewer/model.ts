// What the viewer shows, as plain data. It knows no server: the studio and the report both fill these in.

import { Matrix4, Quaternion, Vector3 } from 'three'

/** A mesh that several instances may share. Lengths are in millimetres. */
export interface Shape {
    positions: Float32Array  // x y z per vertex
    indices: Uint32Array  // three per triangle
    faces?: Uint32Array | Uint16Array  // the face of each triangle, if the shape has named faces
    faceNames?: string[]
}

/** A rotation (unit quaternion) and then a translation, of double precision. */
export interface Pose {
    position: [number, number, number]
    rotation: [number, number, number, number]  // x y z w
}

/** One part as it stands in the scene. It moves with its body. */
export interface Instance {
    name: string
    body: number
    shape: number
    color: number  // 0xrrggbb
    inBody: Pose
}

export interface Body {
    name: string
    moving: boolean
    pose: Pose
}

export interface Scene {
    shapes: Shape[]
    instances: Instance[]
    bodies: Body[]
}

/** Two near points, for display; `normal` points from b to a. */
export interface ContactMark {
    point: [number, number, number]
    normal: [number, number, number]
    label: string
}

export const identityPose: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] }

export function matrixOf(pose: Pose, out = new Matrix4()): Matrix4 {
    return out.compose(new Vector3(...pose.position), new Quaternion(...pose.rotation), new Vector3(1, 1, 1))
}
