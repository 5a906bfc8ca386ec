// Where a part must stand so that one of its faces lies on a face of another, or shares its axis.

import { Matrix4, Quaternion, Vector3 } from 'three'
import { matrixOf, poseOf, type Pose, type Viewer, type ViewerHit } from './viewer'

/** A plane (a point of it and its outward normal), or the axis of something round (a point and a direction). */
export interface FaceShape { kind: 'flat' | 'round'; point: Vector3; direction: Vector3 }

const flatCosine = 0.9998, roundShare = 0.02

/** What the triangles of a face say, weighed by their areas; null: it is neither flat nor round. */
export function shapeOfTriangles(corners: Vector3[]): FaceShape | null {
    const mean = new Vector3(), middle = new Vector3(), normals: { n: Vector3; c: Vector3; area: number }[] = []
    let area = 0
    for (let k = 0; k + 2 < corners.length; k += 3) {
        const [a, b, c] = corners.slice(k, k + 3), n = b.clone().sub(a).cross(c.clone().sub(a)), own = n.length() / 2
        if (!(own > 0)) continue
        const centre = a.clone().add(b).add(c).divideScalar(3)
        normals.push({ n: n.normalize(), c: centre, area: own })
        mean.addScaledVector(n, own)
        middle.addScaledVector(centre, own)
        area += own
    }
    if (!(area > 0)) return null
    middle.divideScalar(area)
    const direction = mean.clone().normalize()
    if (normals.every(({ n }) => n.dot(direction) > flatCosine)) return { kind: 'flat', point: middle, direction }
    // All normals of a cylinder are square to its axis: the eigenvector of their tensor for the least eigenvalue.
    const tensor = (v: Vector3) => normals.reduce((sum, { n, area }) => sum.addScaledVector(n, area * n.dot(v)), new Vector3()).divideScalar(area)
    let axis = new Vector3(0.36, 0.48, 0.8)
    for (let k = 0; k < 200; k++) axis = axis.sub(tensor(axis)).normalize()
    if (tensor(axis).dot(axis) > roundShare) return null
    // The lines of the normals meet in the axis: least squares across it.
    const u = new Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0).cross(axis).normalize(), v = axis.clone().cross(u)
    let [m00, m01, m11, r0, r1] = [0, 0, 0, 0, 0]
    for (const { n, c, area } of normals) {
        const nu = n.dot(u), nv = n.dot(v), cu = c.dot(u), cv = c.dot(v), a = area * (1 - nu * nu), b = -area * nu * nv, d = area * (1 - nv * nv)
        m00 += a
        m01 += b
        m11 += d
        r0 += a * cu + b * cv
        r1 += b * cu + d * cv
    }
    const det = m00 * m11 - m01 * m01
    if (!(det > 1e-9 * area * area)) return null
    const at = u.clone().multiplyScalar((m11 * r0 - m01 * r1) / det).addScaledVector(v, (m00 * r1 - m01 * r0) / det).addScaledVector(axis, middle.dot(axis))
    return { kind: 'round', point: at, direction: axis }
}

/** The motion that brings `from` to `to`: as small as it can be. */
export function motionBetween(from: FaceShape, to: FaceShape): Matrix4 {
    const opposite = from.kind === 'flat' && to.kind === 'flat' ? -1 : Math.sign(from.direction.dot(to.direction)) || 1
    const wanted = to.direction.clone().multiplyScalar(opposite)
    const turn = new Matrix4().makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(from.direction, wanted))
    const way = to.point.clone().sub(from.point)
    if (from.kind === 'flat' && to.kind === 'flat') way.copy(to.direction).multiplyScalar(to.point.clone().sub(from.point).dot(to.direction))
    else if (from.kind === 'round' && to.kind === 'round') way.addScaledVector(to.direction, -way.dot(to.direction))
    else way.set(0, 0, 0)  // something flat and something round only become square to each other
    const { x, y, z } = from.point
    return new Matrix4().makeTranslation(x + way.x, y + way.y, z + way.z).multiply(turn).multiply(new Matrix4().makeTranslation(-x, -y, -z))
}

export function aligned(viewer: Viewer, from: ViewerHit, to: ViewerHit): Pose | null {
    const a = shapeOf(viewer, from), b = shapeOf(viewer, to)
    return a && b ? poseOf(motionBetween(a, b).multiply(viewer.bodyMatrix(from.body))) : null
}

function shapeOf(viewer: Viewer, { instance, body, face, triangle }: ViewerHit): FaceShape | null {
    const { shape, inBody } = viewer.current.instances[instance], { positions, indices, faces } = viewer.current.shapes[shape]
    const matrix = viewer.bodyMatrix(body).clone().multiply(matrixOf(inBody))
    const cornersOf = (t: number) => [0, 1, 2].map((k) => new Vector3().fromArray(positions, 3 * indices[3 * t + k]).applyMatrix4(matrix))
    const corners: Vector3[] = []
    for (let t = 0; t < indices.length / 3; t++) if (faces?.[t] === face) corners.push(...cornersOf(t))
    return shapeOfTriangles(corners) ?? shapeOfTriangles(flatAround(cornersOf(triangle), corners))
}

// Files without faces: of all triangles those in the plane of one.
function flatAround([a, b, c]: Vector3[], corners: Vector3[]): Vector3[] {
    const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize(), size = a.distanceTo(b) + a.distanceTo(c), flat: Vector3[] = []
    for (let k = 0; k + 2 < corners.length; k += 3) {
        const three = corners.slice(k, k + 3), own = three[1].clone().sub(three[0]).cross(three[2].clone().sub(three[0])).normalize()
        if (own.dot(normal) > flatCosine && three.every((p) => Math.abs(p.clone().sub(a).dot(normal)) < 1e-3 * size)) flat.push(...three)
    }
    return flat
}
