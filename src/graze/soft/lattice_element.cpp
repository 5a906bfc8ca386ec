#include "graze/soft/lattice_element.h"

#include <Eigen/Eigenvalues>

namespace graze::soft {
namespace {

constexpr double kLeastMode = 1e-9;  // of the stiffest mode's: softer ones have no material to bend

using StrainOfCorners = Eigen::Matrix<double, 6, 24>;
using StrainOfModes = Eigen::Matrix<double, 6, 9>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix9 = Eigen::Matrix<double, 9, 9>;

/// Strains xx, yy, zz, xy, yz, zx (shears doubled) of a displacement in direction k that grows with `gradient`.
template <class Columns>
void add_strain(Columns&& columns, int first, const Vec3& gradient) {
    const double x = gradient.x(), y = gradient.y(), z = gradient.z();
    columns(0, first) += x;
    columns(1, first + 1) += y;
    columns(2, first + 2) += z;
    columns(3, first) += y;
    columns(3, first + 1) += x;
    columns(4, first + 1) += z;
    columns(4, first + 2) += y;
    columns(5, first) += z;
    columns(5, first + 2) += x;
}

StrainOfCorners corner_strains(const Vec3& at, double cell) {
    StrainOfCorners b = StrainOfCorners::Zero();
    const std::array<Vec3, 8> gradients = shape_gradients(at);
    for (int a = 0; a < 8; ++a) add_strain(b, 3 * a, gradients[static_cast<std::size_t>(a)] / cell);
    return b;
}

/// Of 1 - s_i^2, s = 2 at - 1: mode i in direction k is column 3 i + k.
StrainOfModes mode_strains(const Vec3& at, double cell) {
    StrainOfModes g = StrainOfModes::Zero();
    for (int i = 0; i < 3; ++i) {
        Vec3 gradient = Vec3::Zero();
        gradient[i] = -4.0 * (2.0 * at[i] - 1.0) / cell;
        add_strain(g, 3 * i, gradient);
    }
    return g;
}

Matrix6 hookes_law(const ElementMaterial& m) {
    const double lambda = m.young * m.poisson / ((1.0 + m.poisson) * (1.0 - 2.0 * m.poisson));
    const double mu = m.young / (2.0 * (1.0 + m.poisson));
    Matrix6 d = Matrix6::Zero();
    d.topLeftCorner<3, 3>().setConstant(lambda);
    for (int i = 0; i < 3; ++i) {
        d(i, i) += 2.0 * mu;
        d(i + 3, i + 3) = mu;
    }
    return d;
}

/// K_ua K_aa^-1 K_au; modes that hardly have a stiffness are left out.
Matrix24 relieved(const Eigen::Matrix<double, 24, 9>& kua, const Matrix9& kaa) {
    const Eigen::SelfAdjointEigenSolver<Matrix9> split(kaa);
    const double most = split.eigenvalues()[8];
    Matrix24 sum = Matrix24::Zero();
    for (int i = 0; i < 9; ++i) {
        const double value = split.eigenvalues()[i];
        if (!(value > kLeastMode * most)) continue;
        const Eigen::Matrix<double, 24, 1> along = kua * split.eigenvectors().col(i);
        sum += along * along.transpose() / value;
    }
    return sum;
}

/// Rows and columns must sum to nothing exactly: else rounding would push a body that nothing touches.
void balance(Matrix24& k) {
    for (int i = 0; i < 24; ++i)
        for (int direction = 0; direction < 3; ++direction) {
            double sum = 0.0;
            for (int a = 0; a < 8; ++a) sum += k(3 * a + direction, i);
            k(i - i % 3 + direction, i) -= sum;
        }
    k = 0.5 * (k + k.transpose().eval());
}

}  // namespace

std::array<Vec3, 8> shape_gradients(const Vec3& at) {
    std::array<Vec3, 8> gradients;
    for (std::size_t a = 0; a < 8; ++a) {
        const double x = a & 1 ? at.x() : 1.0 - at.x(), y = a & 2 ? at.y() : 1.0 - at.y(), z = a & 4 ? at.z() : 1.0 - at.z();
        gradients[a] = {(a & 1 ? 1.0 : -1.0) * y * z, (a & 2 ? 1.0 : -1.0) * x * z, (a & 4 ? 1.0 : -1.0) * x * y};
    }
    return gradients;
}

std::array<MaterialPiece, 216> full_cube() {
    std::array<MaterialPiece, 216> pieces;
    for (std::size_t i = 0; i < 216; ++i) {
        const auto x = static_cast<double>(i % 6), y = static_cast<double>(i / 6 % 6), z = static_cast<double>(i / 36);
        pieces[i] = {Vec3(x + 0.5, y + 0.5, z + 0.5) / 6.0, 1.0 / 216.0};
    }
    return pieces;
}

Element element_of(std::span<const MaterialPiece> pieces, const ElementMaterial& material, const Matrix24* full, double steadied) {
    Element element;
    element.gradient.fill(Vec3::Zero());
    element.mass_share.fill(0.0);
    const Matrix6 law = hookes_law(material);
    StrainOfModes mean = StrainOfModes::Zero();
    for (const MaterialPiece& piece : pieces) {
        element.volume += piece.volume;
        mean += piece.volume * mode_strains(piece.at, material.cell);
    }
    mean /= element.volume;
    Eigen::Matrix<double, 24, 9> kua = Eigen::Matrix<double, 24, 9>::Zero();
    Matrix9 kaa = Matrix9::Zero();
    Matrix24 kuu = Matrix24::Zero();
    const double cube = material.cell * material.cell * material.cell;
    for (const MaterialPiece& piece : pieces) {
        const StrainOfCorners b = corner_strains(piece.at, material.cell);
        const StrainOfModes g = mode_strains(piece.at, material.cell) - mean;
        const StrainOfCorners stress = (piece.volume * cube) * (law * b);
        kuu.noalias() += b.transpose() * stress;
        kua.noalias() += stress.transpose() * g;
        kaa.noalias() += (piece.volume * cube) * (g.transpose() * (law * g));
        const std::array<Vec3, 8> gradients = shape_gradients(piece.at);
        const double share = piece.volume / element.volume;
        for (std::size_t a = 0; a < 8; ++a) {
            const double x = a & 1 ? piece.at.x() : 1.0 - piece.at.x(), y = a & 2 ? piece.at.y() : 1.0 - piece.at.y();
            const double z = a & 4 ? piece.at.z() : 1.0 - piece.at.z();
            element.gradient[a] += share / material.cell * gradients[a];
            element.mass_share[a] += share * x * y * z;
        }
    }
    element.stiffness = kuu - relieved(kua, kaa);
    if (full != nullptr && element.volume < 1.0) element.stiffness += steadied * (1.0 - element.volume) * *full;
    balance(element.stiffness);
    return element;
}

}  // namespace graze::soft
